package project

import "strings"

// frameworks maps the names of packages to frameworks and major libraries. A name that ends
// in * matches all names with this prefix.
var frameworks = map[string]string{
	// Go
	"github.com/gin-gonic/gin": "Gin", "github.com/labstack/echo*": "Echo", "github.com/go-chi/chi*": "Chi", "github.com/gofiber/fiber*": "Fiber",
	"github.com/gorilla/mux": "Gorilla", "github.com/spf13/cobra": "Cobra", "github.com/urfave/cli*": "urfave/cli", "google.golang.org/grpc": "gRPC",
	"gorm.io/gorm": "GORM", "github.com/beego/beego*": "Beego", "k8s.io/client-go": "Kubernetes", "sigs.k8s.io/controller-runtime": "Kubernetes",
	"github.com/charmbracelet/bubbletea*": "Bubble Tea", "github.com/prometheus/client_golang": "Prometheus client", "entgo.io/ent": "Ent",
	// JavaScript, TypeScript
	"express": "Express", "react": "React", "vue": "Vue", "svelte": "Svelte", "@angular/core": "Angular", "next": "Next.js", "nuxt": "Nuxt",
	"hono": "Hono", "fastify": "Fastify", "koa": "Koa", "@nestjs/core": "NestJS", "electron": "Electron", "react-native": "React Native",
	"@remix-run/react": "Remix", "astro": "Astro", "solid-js": "Solid", "preact": "Preact", "gatsby": "Gatsby", "redux": "Redux", "@reduxjs/toolkit": "Redux",
	"graphql": "GraphQL", "@apollo/server": "Apollo", "prisma": "Prisma", "@prisma/client": "Prisma", "typeorm": "TypeORM", "sequelize": "Sequelize",
	"mongoose": "Mongoose", "drizzle-orm": "Drizzle", "@trpc/server": "tRPC", "vite": "Vite", "webpack": "webpack", "jest": "Jest", "vitest": "Vitest",
	"mocha": "Mocha", "tailwindcss": "Tailwind CSS", "three": "three.js", "socket.io": "Socket.IO", "@hapi/hapi": "hapi",
	// Python
	"flask": "Flask", "django": "Django", "fastapi": "FastAPI", "starlette": "Starlette", "tornado": "Tornado", "aiohttp": "aiohttp", "sanic": "Sanic",
	"pyramid": "Pyramid", "bottle": "Bottle", "celery": "Celery", "sqlalchemy": "SQLAlchemy", "pydantic": "Pydantic", "click": "Click", "typer": "Typer",
	"scrapy": "Scrapy", "twisted": "Twisted", "djangorestframework": "Django REST framework", "numpy": "NumPy", "pandas": "pandas", "torch": "PyTorch",
	"tensorflow": "TensorFlow", "scikit-learn": "scikit-learn", "pytest": "pytest", "werkzeug": "Werkzeug", "homeassistant": "Home Assistant",
	// Rust
	"actix-web": "Actix Web", "axum": "axum", "rocket": "Rocket", "warp": "warp", "tokio": "Tokio", "hyper": "hyper", "tower": "Tower", "clap": "clap",
	"diesel": "Diesel", "sqlx": "SQLx", "bevy": "Bevy", "tauri": "Tauri", "serde": "Serde", "leptos": "Leptos", "yew": "Yew", "tonic": "tonic",
	// Java, Kotlin, Scala
	"org.springframework.boot:*": "Spring Boot", "org.springframework:*": "Spring", "io.quarkus:*": "Quarkus", "io.quarkus.platform:*": "Quarkus",
	"io.micronaut:*": "Micronaut", "io.micronaut.application:*": "Micronaut", "org.hibernate:*": "Hibernate", "org.hibernate.orm:*": "Hibernate",
	"jakarta.persistence:*": "Jakarta Persistence", "io.ktor:*": "Ktor", "com.typesafe.akka:*": "Akka", "com.typesafe.play:*": "Play",
	"org.playframework:*": "Play", "org.http4s:*": "http4s", "org.typelevel:cats-effect": "Cats Effect", "io.netty:*": "Netty", "io.vertx:*": "Vert.x",
	"org.mybatis:*": "MyBatis", "com.google.dagger:*": "Dagger", "org.junit.jupiter:*": "JUnit", "junit:junit": "JUnit", "org.apache.kafka:*": "Kafka",
	"org.apache.spark:*": "Spark", "dev.zio:*": "ZIO", "com.android.application:*": "Android",
	// Ruby
	"rails": "Rails", "sinatra": "Sinatra", "sidekiq": "Sidekiq", "rspec": "RSpec", "rspec-rails": "RSpec", "hanami": "Hanami", "jekyll": "Jekyll",
	// PHP
	"laravel/framework": "Laravel", "symfony/framework-bundle": "Symfony", "symfony/symfony": "Symfony", "slim/slim": "Slim", "cakephp/cakephp": "CakePHP",
	"doctrine/orm": "Doctrine", "yiisoft/yii2": "Yii",
	// Swift
	"vapor": "Vapor", "alamofire": "Alamofire", "swift-nio": "SwiftNIO", "swift-composable-architecture": "The Composable Architecture",
}

// servers are the packages that tests of a client depend on, too: among the dependencies for
// development they say nothing of the project.
var servers = map[string]bool{
	"express": true, "fastify": true, "koa": true, "hono": true, "@nestjs/core": true, "@hapi/hapi": true, "@apollo/server": true,
	"@trpc/server": true, "socket.io": true,
}

// framework returns the name of a dependency's framework, "" for none.
func framework(dependency string) string {
	if name, ok := frameworks[dependency]; ok {
		return name
	}
	for pattern, name := range frameworks {
		if prefix, ok := strings.CutSuffix(pattern, "*"); ok && strings.HasPrefix(dependency, prefix) && continues(prefix, dependency) {
			return name
		}
	}
	return ""
}

// continues reports whether a new part of the name follows the prefix: …/echo/v4, not …/echo-x.
func continues(prefix, dependency string) bool {
	rest := dependency[len(prefix):]
	return rest == "" || strings.HasSuffix(prefix, ":") || rest[0] == '/'
}

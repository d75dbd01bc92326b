package convention

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// Scores of entry points: highest for what starts a program, lower for what frameworks call, lowest
// for what could only be called from outside the repository.
const (
	scoreMain     = 3.0
	scoreHandler  = 2.5
	scoreEvent    = 2.0
	scoreWeak     = 1.5
	scoreExported = 0.5
)

// Entries returns the entry points of widely used frameworks.
func Entries() []lang.Entry {
	var list []lang.Entry
	add := func(e lang.Entry, set func(*lang.Entry, string), values ...string) {
		for _, v := range values {
			set(&e, v)
			list = append(list, e)
		}
	}
	registrar := func(e *lang.Entry, v string) { e.Registrar = v }
	decorator := func(e *lang.Entry, v string) { e.Decorator = v }
	name := func(e *lang.Entry, v string) { e.Name = v }
	param := func(e *lang.Entry, v string) { e.ParamType = v }
	files := func(e *lang.Entry, v string) { e.Path = v }

	handler := lang.Entry{Type: "request_handler", Score: scoreHandler}
	// Express, Koa, Fastify, Hono, restify, itty-router.
	add(handler, registrar, "*.get", "*.post", "*.put", "*.patch", "*.delete", "*.del", "*.options", "*.head", "*.all", "*.route",
		"*.onError", "*.notFound", "*.setErrorHandler", "*.setNotFoundHandler", "createServer", "*.createServer")
	weak := lang.Entry{Type: "request_handler", Score: scoreWeak}
	add(weak, registrar, "*.use", "*.param", "*.addHook", "*.register")
	add(handler, param, "express.Request", "NextApiRequest", "NextRequest", "FastifyRequest", "Koa.Context", "IncomingMessage",
		"http.IncomingMessage", "GetServerSidePropsContext", "APIGatewayProxyEvent", "APIGatewayProxyEventV2", "RequestEvent", "LoaderFunctionArgs",
		"ActionFunctionArgs", "VercelRequest")
	// Nest, routing-controllers, tsoa, type-graphql.
	add(handler, decorator, "Get", "Post", "Put", "Patch", "Delete", "Head", "Options", "All", "Query", "Mutation", "ResolveField",
		"FieldResolver", "Subscription", "GrpcMethod")
	event := lang.Entry{Type: "event", Score: scoreEvent}
	add(event, decorator, "MessagePattern", "EventPattern", "SubscribeMessage", "OnEvent", "Cron", "Interval", "Timeout", "Process",
		"HostListener", "OnWorkerEvent", "Processor")
	// Next.js: the file is the route.
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"} {
		add(lang.Entry{Type: "request_handler", Score: scoreHandler, Name: method, ExportedOnly: true}, files,
			"**/route.ts", "**/route.js", "**/route.tsx", "**/+server.ts", "**/+server.js")
	}
	for _, place := range []string{"**/pages/**/*", "**/app/**/page", "**/app/**/layout"} {
		add(lang.Entry{Type: "request_handler", Score: scoreWeak, ExportedOnly: true}, files,
			place+".js", place+".jsx", place+".ts", place+".tsx")
	}
	add(lang.Entry{Type: "request_handler", Score: scoreHandler, Name: "middleware", ExportedOnly: true}, files,
		"middleware.ts", "middleware.js", "src/middleware.ts", "src/middleware.js")
	routes := lang.Entry{Type: "request_handler", Score: scoreHandler, ExportedOnly: true}
	for _, f := range []string{"**/routes/**/*.ts", "**/routes/**/*.tsx", "**/routes/**/*.js", "**/routes/**/*.jsx"} {
		routes.Path = f // Remix, SvelteKit
		add(routes, name, "loader", "action", "load")
	}
	// Commander, yargs, cac, oclif.
	add(lang.Entry{Type: "cli", Score: scoreHandler}, registrar, "*.action", "*.command")
	add(lang.Entry{Type: "cli", Score: scoreMain}, files, "bin/*.js", "bin/*.ts", "bin/*.mjs", "**/bin/*.js", "**/bin/*.ts")
	add(lang.Entry{Type: "main", Score: scoreMain}, name, "main")
	// Emitters, timers, workers, queues, the page.
	add(event, registrar, "*.on", "*.once", "*.addListener", "*.addEventListener", "addEventListener", "*.subscribe", "*.schedule",
		"*.process", "setInterval", "*.setInterval", "*.onMessage", "*.watch")
	add(lang.Entry{Type: "event", Score: scoreEvent, ExportedOnly: true}, name, "handler", "lambdaHandler")
	return append(list, lang.Entry{Type: "exported", Score: scoreExported, ExportedOnly: true})
}

package migration_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/nexus-ci/nexus-ci/analyze/content/fact"
	"github.com/nexus-ci/nexus-ci/analyze/content/facttest"
	"github.com/nexus-ci/nexus-ci/analyze/content/migration"
)

var _ = flag.Bool("update", false, "write the facts of the examples")

func TestRead(t *testing.T) { facttest.Golden(t, migration.Match, migration.Read) }

func FuzzRead(f *testing.F) {
	facttest.Fuzz(f, migration.Read, "migrations/1_a.sql", "db/schema.sql", "db/migrate/1_a.rb", "migrations/0001_a.py", "migrations/1-a.js", "migrations/1-a.ts", "Migrations/1_A.cs", "migrations/1_a.php")
}

func TestMatch(t *testing.T) {
	for path, want := range map[string]bool{
		"db/migrate/20230101_a.rb": true, "app/migrations/0001_initial.py": true, "alembic/versions/1a2b3c4d5e6f_x.py": true,
		"src/main/resources/db/migration/V1_2__x.sql": true, "sql/V2__y.sql": true, "prisma/migrations/20230101_init/migration.sql": true,
		"db/structure.sql": true, "Data/Migrations/20230925_Init.cs": true, "Data/Migrations/20230925_Init.Designer.cs": false,
		"Data/Migrations/ContextModelSnapshot.cs": false, "migrations/lib/helpers.js": false, "migrations/__init__.py": false,
		"tests/migrations/0001_initial.py": false, "app/models.py": false, "queries/users.sql": false, "migrations/README.md": false,
		"database/migrations/2014_10_12_000000_create_users.php": true,
	} {
		if got := migration.Match(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

// The names that code may have are those of what goes, is renamed or altered, not of what is new.
func TestSubject(t *testing.T) {
	for statement, want := range map[string][2]string{
		"DROP TABLE app.Users;":                             {"users", ""},
		"ALTER TABLE users RENAME TO people;":               {"users", ""},
		"ALTER TABLE app.users DROP COLUMN Email;":          {"users", "email"},
		"ALTER TABLE users ALTER COLUMN age TYPE bigint;":   {"users", "age"},
		"ALTER TABLE users ALTER COLUMN age SET NOT NULL;":  {"users", "age"},
		"ALTER TABLE users RENAME COLUMN name TO fullname;": {"users", "name"},
		"ALTER TABLE users ADD COLUMN age int;":             {},
		"CREATE TABLE users (id int);":                      {},
		"DROP INDEX users_email;":                           {},
		"DELETE FROM users;":                                {},
	} {
		facts, _ := migration.Read([]fact.Pair{{New: &fact.File{Path: "migrations/1.sql", Content: []byte(statement)}}})
		if len(facts) != 1 || [2]string{facts[0].Table, facts[0].Column} != want {
			t.Errorf("%s: %+v, want %q", statement, facts, want)
		}
	}
}

// Repetition and nesting cost no more than their length.
func TestHostile(t *testing.T) {
	for path, text := range map[string]string{
		"migrations/1.sql":  strings.Repeat("GO ", 30_000),
		"migrations/2.sql":  "ALTER TABLE a ADD " + strings.Repeat("(", 1_000_000),
		"migrations/3.sql":  strings.Repeat("CREATE TRIGGER a BEGIN ", 50_000),
		"migrations/4.sql":  "DO $$ " + strings.Repeat("DO $a$ ", 100) + strings.Repeat(" $a$", 100) + "$$",
		"migrations/5_a.js": "exports.up = k => k" + strings.Repeat(".a(1)", 20_000),
		"migrations/6_a.js": "exports.up = k => " + strings.Repeat("a(", 20_000) + strings.Repeat(")", 20_000),
		"migrations/7_a.js": "exports.up = k => k.raw(`" + strings.Repeat("UPDATE a SET b = 1;", 20_000) + "`)",
	} {
		if facts, _ := migration.Read([]fact.Pair{{New: &fact.File{Path: path, Content: []byte(text)}}}); len(facts) > 10 {
			t.Errorf("%s: %d facts", path, len(facts))
		}
	}
}

package analyze_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/report"
)

// Each language's tests are run by what its project runs them with.
func TestRunsOfTests(t *testing.T) {
	for _, tc := range []struct{ name, source, want string }{
		{"go test: packages of a module apart, no benchmark", `
-- base/mod/go.mod --
module m
-- base/mod/a/a.go --
package a

func F() int { return 1 }
-- base/mod/a/a_test.go --
package a

import "testing"

func TestF(t *testing.T)      { F() }
func TestG(t *testing.T)      { F() }
func BenchmarkF(b *testing.B) { F() }
-- base/mod/b/b_test.go --
package b

import (
	"testing"

	"m/a"
)

func TestB(t *testing.T) { a.F() }
-- head/mod/a/a.go --
package a

func F() int { return 2 }
`, `(cd mod && go test ./a -run '^(TestF|TestG)$')
(cd mod && go test ./b -run '^TestB$')`},
		{"pytest: a test for what is defined in it", `
-- base/a.py --
def f():
    return 1
-- base/tests/test_a.py --
from a import f


class TestF:
    def test_one(self):
        assert f() == 1


def test_inner():
    def inner():
        return f()

    assert inner() == 1


def helper():
    return f()
-- head/a.py --
def f():
    return 2
`, `pytest tests/test_a.py::test_inner tests/test_a.py::TestF::test_one`},
		{"the runner of the nearest package.json", `
-- base/package.json --
{"scripts": {"test": "lint && vitest run"}, "devDependencies": {"vitest": "1", "jest": "29"}}
-- base/src/a.ts --
export function f() { return 1 }
-- base/src/a.test.ts --
import { f } from "./a"
test("f", () => { f() })
-- base/old/package.json --
{"devDependencies": {"mocha": "10"}}
-- base/old/test/a b.js --
const { f } = require("../../src/a")
it("f", () => { f() })
-- head/src/a.ts --
export function f() { return 2 }
`, `(cd old && npx mocha 'test/a b.js')
npx vitest run src/a.test.ts`},
		{"maven", `
-- base/core/pom.xml --
<project/>
-- base/core/src/main/java/A.java --
class A {
    static int f() { return 1; }
}
-- base/core/src/test/java/ATest.java --
import org.junit.Test;

public class ATest {
    @Test
    public void testF() { A.f(); }
}
-- head/core/src/main/java/A.java --
class A {
    static int f() { return 2; }
}
`, `(cd core && mvn test '-Dtest=ATest#testF')`},
		{"cargo", `
-- base/Cargo.toml --
[package]
name = "a"
-- base/src/lib.rs --
pub fn f() -> i32 {
    1
}

#[cfg(test)]
mod tests {
    #[test]
    fn one() {
        super::f();
    }
}
-- head/src/lib.rs --
pub fn f() -> i32 {
    2
}

#[cfg(test)]
mod tests {
    #[test]
    fn one() {
        super::f();
    }
}
`, `cargo test -- tests::one`},
		{"tests that the change edits come first, though they reach nothing else of it; deleted ones are not named", `
-- base/go.mod --
module m
-- base/a.go --
package a

func F() int { return 1 }
func G() int { return 1 }
-- base/a_test.go --
package a

import "testing"

func TestF(t *testing.T) { F() }
-- base/b/b_test.go --
package b

import "testing"

func TestEdited(t *testing.T) { t.Log(1) }
func TestSame(t *testing.T)   { t.Log(1) }
-- base/c/c_test.go --
package c

import "testing"

func TestHelped(t *testing.T) { help(t) }
func TestAlone(t *testing.T)  {}
func help(t *testing.T)       { t.Log(1) }
-- base/gone_test.go --
package a

import "testing"

func TestGone(t *testing.T) { F() }
-- head/a.go --
package a

func F() int { return 2 }
func G() int { return 1 }
-- head/b/b_test.go --
package b

import "testing"

func TestEdited(t *testing.T) { t.Log(2) }
func TestSame(t *testing.T)   { t.Log(1) }
-- head/c/c_test.go --
package c

import "testing"

func TestHelped(t *testing.T) { help(t) }
func TestAlone(t *testing.T)  {}
func help(t *testing.T)       { t.Log(2) }
-- head/gone_test.go.deleted --
`, `go test ./b -run '^TestEdited$'
go test ./c -run '^TestHelped$'
go test . -run '^TestF$'`},
		{"gradle by the script of the repository", `
-- base/gradlew --
#!/bin/sh
-- base/core/build.gradle --
-- base/core/src/main/java/A.java --
class A {
    static int f() { return 1; }
}
-- base/core/src/test/java/ATest.java --
import org.junit.Test;

public class ATest {
    @Test
    public void testF() { A.f(); }
}
-- head/core/src/main/java/A.java --
class A {
    static int f() { return 2; }
}
`, `(cd core && ../gradlew test --tests ATest.testF)`},
		{"maven by the script of the repository", `
-- base/mvnw --
#!/bin/sh
-- base/pom.xml --
<project/>
-- base/src/main/java/A.java --
class A {
    static int f() { return 1; }
}
-- base/src/test/java/ATest.java --
import org.junit.Test;

public class ATest {
    @Test
    public void testF() { A.f(); }
}
-- head/src/main/java/A.java --
class A {
    static int f() { return 2; }
}
`, `./mvnw test '-Dtest=ATest#testF'`},
		{"cargo with the features of the file", `
-- base/Cargo.toml --
[package]
name = "a"
-- base/src/lib.rs --
pub fn f() -> i32 { 1 }
-- base/tests/plain.rs --
#[test]
fn plain() { a::f(); }
-- base/tests/serde.rs --
// Needs serde.
#![cfg(all(feature = "serde", feature = "std"))]
#[test]
fn ser() { a::f(); }
-- head/src/lib.rs --
pub fn f() -> i32 { 2 }
`, `cargo test -- plain
cargo test --features serde,std -- ser`},
		{"phpunit", `
-- base/composer.json --
{}
-- base/src/a.php --
<?php
function f() { return 1; }
-- base/tests/ATest.php --
<?php
use PHPUnit\Framework\TestCase;

class ATest extends TestCase {
    public function testF() { f(); }
}
-- head/src/a.php --
<?php
function f() { return 2; }
`, `vendor/bin/phpunit --filter '::testF$' tests/ATest.php`},
		{"no runner is known", `
-- base/a.ts --
export function f() { return 1 }
-- base/a.test.ts --
import { f } from "./a"
test("f", () => { f() })
-- head/a.ts --
export function f() { return 2 }
`, ``},
	} {
		t.Run(tc.name, func(t *testing.T) {
			res := run(t, archive(t, tc.source))
			var got []string
			for _, r := range res.Impact.Runs {
				got = append(got, report.ShellCommand(r.Dir, r.Args))
			}
			if diff := cmp.Diff(tc.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

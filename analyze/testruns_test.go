package analyze_test

import (
	"slices"
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
`, `vendor/bin/phpunit --filter '::testF( |$)' tests/ATest.php`},
		{"phpunit of the project, not of a package in it", `
-- base/composer.json --
{"require-dev": {"phpunit/phpunit": "*"}}
-- base/phpunit.xml.dist --
<phpunit/>
-- base/src/Ftp/composer.json --
{"require": {"php": "^8"}}
-- base/src/Ftp/a.php --
<?php
function f() { return 1; }
-- base/src/Ftp/ATest.php --
<?php
use PHPUnit\Framework\TestCase;

class ATest extends TestCase {
    public function testF() { f(); }
}
-- head/src/Ftp/a.php --
<?php
function f() { return 2; }
`, `vendor/bin/phpunit --filter '::testF( |$)' src/Ftp/ATest.php`},
		{"gradle: tasks by source set, nothing that needs a device", `
-- base/core/build.gradle --
-- base/core/src/main/java/A.java --
class A {
    static int f() { return 1; }
}
-- base/core/src/test/java/ATest.java --
public class ATest {
    @Test public void f() { A.f(); }
}
-- base/core/src/integrationTest/java/BTest.java --
public class BTest {
    @Test public void f() { A.f(); }
}
-- base/core/src/androidTest/java/CTest.java --
public class CTest {
    @Test public void f() { A.f(); }
}
-- base/app/build.gradle.kts --
-- base/app/src/main/AndroidManifest.xml --
<manifest/>
-- base/app/src/main/java/D.java --
class D {
    static int g() { return 1; }
}
-- base/app/src/test/java/DTest.java --
public class DTest {
    @Test public void g() { D.g(); }
}
-- head/app/src/main/java/D.java --
class D {
    static int g() { return 2; }
}
-- head/core/src/main/java/A.java --
class A {
    static int f() { return 2; }
}
`, `(cd app && gradle testDebugUnitTest --tests DTest.g)
(cd core && gradle integrationTest --tests BTest.f)
(cd core && gradle test --tests ATest.f)`},
		{"tests of an abstract class are not started by its name", `
-- base/pom.xml --
<project/>
-- base/src/main/java/A.java --
class A {
    static int f() { return 1; }
}
-- base/src/test/java/BaseTest.java --
public abstract class BaseTest {
    @Test public void f() { A.f(); }
}
-- base/src/test/java/ATest.java --
public class ATest extends BaseTest {
    @Test public void g() { A.f(); }
}
-- head/src/main/java/A.java --
class A {
    static int f() { return 2; }
}
`, `mvn test '-Dtest=ATest#g'`},
		{"pytest: only classes that it collects", `
-- base/a.py --
def f():
    return 1
-- base/tests/test_a.py --
import unittest
from a import f


class Mixin:
    def test_mixed(self):
        f()


class Case(unittest.TestCase):
    def test_case(self):
        f()


class TestPlain:
    def test_plain(self):
        f()
-- head/a.py --
def f():
    return 2
`, `pytest tests/test_a.py::Case::test_case tests/test_a.py::TestPlain::test_plain`},
		{"swift: a package with tests, nothing that needs a device", `
-- base/Package.swift --
let package = Package(name: "A", targets: [.target(name: "A"), .testTarget(name: "ATests")])
-- base/Sources/A/a.swift --
func f() -> Int { return 1 }
-- base/Tests/ATests/ATests.swift --
import XCTest
@testable import A
#if canImport(UIKit)
import UIKit
#endif

final class ATests: XCTestCase {
    func testF() { _ = f() }
}
-- base/Tests/ATests/ViewTests.swift --
import XCTest
import UIKit
@testable import A

final class ViewTests: XCTestCase {
    func testG() { _ = f() }
}
-- head/Sources/A/a.swift --
func f() -> Int { return 2 }
`, `swift test --filter 'ATests/testF$'`},
		{"swift: a package without tests", `
-- base/Package.swift --
let package = Package(name: "A", targets: [.target(name: "A")])
-- base/Sources/A/a.swift --
func f() -> Int { return 1 }
-- base/Tests/ATests/ATests.swift --
import XCTest

final class ATests: XCTestCase {
    func testF() { _ = f() }
}
-- head/Sources/A/a.swift --
func f() -> Int { return 2 }
`, ``},
		{"a package with a test script of its own is not run by what stands above", `
-- base/package.json --
{"scripts": {"test": "jest"}}
-- base/packages/a/package.json --
{"scripts": {"test": "tape test/*.js"}}
-- base/packages/a/src/a.js --
exports.f = function f() { return 1 }
-- base/packages/a/test/a.test.js --
const { f } = require("../src/a")
test("f", () => { f() })
-- head/packages/a/src/a.js --
exports.f = function f() { return 2 }
`, ``},
		{"kotlin: a class whose tests are calls", `
-- base/build.gradle.kts --
-- base/src/main/kotlin/a.kt --
package p
fun f() = 1
-- base/src/test/kotlin/ATest.kt --
package p
class ATest : FunSpec({
    test("f") { f() }
})
-- head/src/main/kotlin/a.kt --
package p
fun f() = 2
`, `gradle test --tests ATest`},
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

// What a runner starts is a test. What prepares one, helps it or stands beside it is not.
func TestOnlyWhatARunnerStartsIsATest(t *testing.T) {
	for _, tc := range []struct{ name, source, want string }{
		{"python: no fixture, no top level", `
-- base/a.py --
def f():
    return 1
-- base/tests/conftest.py --
import pytest
from a import f


@pytest.fixture
def thing():
    return f()
-- base/tests/test_a.py --
import unittest
from a import f

f()


class TestF(unittest.TestCase):
    def setUp(self):
        f()

    def test_one(self):
        f()


def unused():
    f()
-- head/a.py --
def f():
    return 2
`, `TestF.test_one`},
		{"java: no method before or after", `
-- base/src/main/java/A.java --
class A {
    static int f() { return 1; }
}
-- base/src/test/java/ATest.java --
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

public class ATest {
    @Before public void setUp() { A.f(); }
    @After public void tearDown() { A.f(); }
    @Test public void f() { A.f(); }
    public void unused() { A.f(); }
}
-- head/src/main/java/A.java --
class A {
    static int f() { return 2; }
}
`, `ATest.f`},
		{"swift: no setUp", `
-- base/Sources/A/a.swift --
func f() -> Int { return 1 }
-- base/Tests/ATests/ATests.swift --
import XCTest
@testable import A

final class ATests: XCTestCase {
    override func setUp() { _ = f() }
    func testF() { _ = f() }
    func unused() { _ = f() }
}
-- head/Sources/A/a.swift --
func f() -> Int { return 2 }
`, `ATests.testF`},
		{"java: what runs before reaches it for all tests of the class, and of those below", `
-- base/src/main/java/A.java --
class A {
    static int f() { return 1; }
}
-- base/src/test/java/BaseTest.java --
public abstract class BaseTest {
    @BeforeEach void prepare() { A.f(); }
}
-- base/src/test/java/ATest.java --
public class ATest extends BaseTest {
    @Test public void one() {}
}
-- head/src/main/java/A.java --
class A {
    static int f() { return 2; }
}
`, `ATest.one`},
		{"kotlin and scala: suites whose tests are calls", `
-- base/src/main/kotlin/a.kt --
package p
fun f() = 1
-- base/src/test/kotlin/ATest.kt --
package p
class ATest : FunSpec({
    test("f") { f() }
})
class Helper { fun help() = f() }
-- base/src/main/scala/B.scala --
object B { def g = 1 }
-- base/src/test/scala/BSuite.scala --
class BSuite extends AnyFunSuite {
  test("g") { B.g }
}
-- head/src/main/kotlin/a.kt --
package p
fun f() = 2
-- head/src/main/scala/B.scala --
object B { def g = 2 }
`, `ATest
BSuite`},
		{"C#: no fixture", `
-- base/A.cs --
public class A { public static int F() { return 1; } }
-- base/A.Tests/ATests.cs --
using Xunit;

public class ATests
{
    public ATests() { A.F(); }
    [Fact] public void F() { A.F(); }
    public void Unused() { A.F(); }
}
-- head/A.cs --
public class A { public static int F() { return 2; } }
`, `ATests.F`},
		{"javascript: files that register tests, no helper, no setting", `
-- base/package.json --
{"scripts": {"test": "mocha"}}
-- base/src/a.js --
exports.f = function f() { return 1 }
-- base/test/a.js --
const { f } = require("../src/a")
function unused() { f() }
describe("a", () => { it("f", () => { f() }) })
-- base/test/script.js --
const assert = require("assert")
const { f } = require("../src/a")
assert.equal(f(), 1)
-- base/test/setup.js --
const { f } = require("../src/a")
f()
-- base/test/util.js --
const assert = require("assert")
const { f } = require("../src/a")
exports.check = function check() { assert.equal(f(), 1) }
f()
-- head/src/a.js --
exports.f = function f() { return 2 }
`, `test/a.js
test/script.js`},
		{"ruby: methods of minitest, files of specs", `
-- base/lib/a.rb --
def f
  1
end
-- base/test/a_test.rb --
require "a"
class ATest < Minitest::Test
  def setup
    f
  end

  def test_f
    f
  end
end
-- base/test/test_helper.rb --
require "a"
f
-- base/spec/a_spec.rb --
require "a"
RSpec.describe "a" do
  it "is f" do
    f
  end
end
-- head/lib/a.rb --
def f
  2
end
`, `ATest.test_f
spec/a_spec.rb`},
		{"php: methods of PHPUnit, files of Pest", `
-- base/composer.json --
{}
-- base/src/a.php --
<?php
function f() { return 1; }
-- base/tests/ATest.php --
<?php
class ATest extends PHPUnit\Framework\TestCase {
    protected function setUp(): void { f(); }
    public function testF() { f(); }
}
-- base/tests/BTest.php --
<?php
it('is f', function () { f(); });
-- base/tests/bootstrap.php --
<?php
f();
-- head/src/a.php --
<?php
function f() { return 2; }
`, `ATest.testF
tests/BTest.php`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, a := range run(t, archive(t, tc.source)).Impact.Tests {
				got = append(got, a.Node.Qualified)
			}
			slices.Sort(got)
			if diff := cmp.Diff(tc.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

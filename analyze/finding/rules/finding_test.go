package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/analyze/change"
	"github.com/nexus-ci/nexus-ci/analyze/finding"
	"github.com/nexus-ci/nexus-ci/analyze/finding/rules"
	"github.com/nexus-ci/nexus-ci/analyze/finding/sentence"
	"github.com/nexus-ci/nexus-ci/analyze/graph/graphtest"
	"github.com/nexus-ci/nexus-ci/diff"
)

// detect compares two graphs as if every line of the files had changed.
func detect(t *testing.T, base, head string, files ...string) []finding.Finding {
	t.Helper()
	var changes []diff.FileChange
	for _, f := range files {
		oldPath, newPath, renamed := strings.Cut(f, ">")
		if !renamed {
			newPath = f
		}
		changes = append(changes, diff.FileChange{OldPath: oldPath, NewPath: newPath, Hunks: []diff.Hunk{{OldStart: 1, OldLines: 100, NewStart: 1, NewLines: 100}}})
	}
	b, h := graphtest.Parse(t, base), graphtest.Parse(t, head)
	findings, err := rules.Detect(finding.Input{Set: change.Detect(changes, b, h), Base: b, Head: h})
	if err != nil {
		t.Fatal(err)
	}
	return findings
}

func dump(findings []finding.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		caller := "-"
		if f.Caller != nil {
			caller = f.Caller.ID
		}
		fmt.Fprintf(&b, "%s %s:%d %s by %s related %s %s:%d: %s\n", f.Rule, f.Path, f.Line, f.Symbol.ID, caller, f.Related.Symbol.ID, f.Related.Path, f.Related.Line, sentence.Message(f.Claim()))
	}
	return b.String()
}

type example struct {
	name       string
	base, head string
	files      []string
	want       string
}

// check compares what one rule says.
func check(t *testing.T, rule string, tests []example) {
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := slices.DeleteFunc(detect(t, tt.base, tt.head, tt.files...), func(f finding.Finding) bool { return f.Rule != rule })
			if d := cmp.Diff(tt.want, dump(found)); d != "" {
				t.Errorf("findings (-want +got):\n%s", d)
			}
		})
	}
}

func TestRemovedStillReferenced(t *testing.T) {
	const users = `
		Function users.ts:find 3-9 sig=1 body=2
		Function login.ts:login 1-9 sig=3 body=4
	`
	const gone = `
		File users.ts 1-2
		Function login.ts:login 1-9 sig=3 body=4
	`
	const found = "removed-still-referenced login.ts:5 Function:users.ts:find by Function:login.ts:login related Function:users.ts:find users.ts:3: `find` was removed but is still called at login.ts:5.\n"
	check(t, "removed-still-referenced", []example{
		{"the file lacks it", users, gone + "unresolved login.ts:login CALLS find @5 owner=File:users.ts", []string{"users.ts"}, found},

		{"a use that base resolved needs no owner", users + "login.ts:login CALLS users.ts:find @5",
			gone + "unresolved login.ts:login CALLS find @5 owner=nowhere", []string{"users.ts"}, found},

		{"the package lacks it", users, gone + "unresolved login.ts:login CALLS find @5 owner=Folder:.", []string{"users.ts"}, found},

		{"another owner lacks the name", users, gone + `
			Function other.ts:f 1-2 sig=1 body=1
			unresolved login.ts:login CALLS find @5 owner=File:other.ts
		`, []string{"users.ts"}, ""},

		{"the file could not be read whole", users, gone + `
			unresolved login.ts:login CALLS find @5 owner=File:users.ts
			skip users.ts:3 syntax error
		`, []string{"users.ts"}, ""},

		{"another file could not be read whole", users, gone + `
			unresolved login.ts:login CALLS find @5 owner=File:users.ts
			skip login.ts:3 syntax error
		`, []string{"users.ts", "login.ts"}, found},

		{"not sure enough", users, gone + "unresolved login.ts:login CALLS find @5 owner=File:users.ts confidence=0.89", []string{"users.ts"}, ""},

		{"base did not resolve it either", users + "unresolved login.ts:login CALLS find @4 owner=File:users.ts",
			gone + "unresolved login.ts:login CALLS find @5 owner=File:users.ts", []string{"users.ts"}, ""},

		{"one more than in base", users + "unresolved login.ts:login CALLS find @4 owner=File:users.ts",
			gone + "unresolved login.ts:login CALLS find @4 owner=File:users.ts\nunresolved login.ts:login CALLS find @5 owner=File:users.ts", []string{"users.ts"}, found},

		{"nothing of the change had the name", users, users + "unresolved login.ts:login CALLS lost @5 owner=File:users.ts", []string{"users.ts"}, ""},

		{"moved, and an import stayed", users + "login.ts IMPORTS users.ts:find @1", `
			File users.ts 1-2
			Function db.ts:find 3-9 sig=1 body=2
			Function login.ts:login 1-9 sig=3 body=4
			unresolved login.ts IMPORTS find @1 owner=File:users.ts
		`, []string{"users.ts", "db.ts"},
			"removed-still-referenced login.ts:1 Function:users.ts:find by File:login.ts related Function:users.ts:find users.ts:3: `find` was moved to db.ts but is still imported at login.ts:1.\n"},

		{"moved, and all follow", users + "login.ts:login CALLS users.ts:find @5", `
			File users.ts 1-2
			Function db.ts:find 3-9 sig=1 body=2
			Function login.ts:login 1-9 sig=3 body=4
			login.ts:login CALLS db.ts:find @5
		`, []string{"users.ts", "db.ts", "login.ts"}, ""},

		{"renamed, one use left", users, `
			Function users.ts:findByEmail 3-9 sig=1 body=2
			Function login.ts:login 1-9 sig=3 body=4
			unresolved login.ts:login REFERENCES find @5 owner=File:users.ts
		`, []string{"users.ts"},
			"removed-still-referenced login.ts:5 Function:users.ts:find by Function:login.ts:login related Function:users.ts:find users.ts:3: `find` was renamed to `findByEmail` but is still used at login.ts:5.\n"},

		{"an inherited method", `
			Class a.ts:Base 1-9 sig=1
			Method a.ts:Base.m 2-3 sig=1 body=2
			Class b.ts:Child 1-9 sig=2
			b.ts:Child EXTENDS a.ts:Base @1
			Function c.ts:use 1-9 sig=3 body=4
		`, `
			Class a.ts:Base 1-9 sig=1
			Class b.ts:Child 1-9 sig=2
			b.ts:Child EXTENDS a.ts:Base @1
			Function c.ts:use 1-9 sig=3 body=4
			unresolved c.ts:use CALLS m @4 owner=Class:b.ts:Child
		`, []string{"a.ts"},
			"removed-still-referenced c.ts:4 Method:a.ts:Base.m by Function:c.ts:use related Method:a.ts:Base.m a.ts:2: `Base.m` was removed but is still called at c.ts:4.\n"},

		{"an import of a file that is gone", users + "login.ts IMPORTS users.ts @1", `
			Function login.ts:login 1-9 sig=3 body=4
			unresolved login.ts IMPORTS ./users.js @1
		`, []string{"users.ts>"},
			"removed-still-referenced login.ts:1 File:users.ts by File:login.ts related File:users.ts users.ts:1: `users.ts` was removed but is still imported at login.ts:1.\n"},

		{"a named import of a file that is gone", users + "login.ts IMPORTS users.ts:find @1", `
			Function login.ts:login 1-9 sig=3 body=4
			unresolved login.ts IMPORTS find @1
		`, []string{"users.ts>"},
			"removed-still-referenced login.ts:1 Function:users.ts:find by File:login.ts related Function:users.ts:find users.ts:3: `find` was removed but is still imported at login.ts:1.\n"},
	})
}

func TestStaleCall(t *testing.T) {
	const base = `
		Function pay.ts:charge 3-9 sig=1 body=2 params=user
		Function a.ts:a 1-9 sig=3 body=4
		Function b.ts:b 1-9 sig=5 body=6
	`
	const head = `
		Function pay.ts:charge 3-9 sig=9 body=2 params=user,amount
		Function a.ts:a 1-9 sig=3 body=4
		Function b.ts:b 1-9 sig=5 body=6
		b.ts:b CALLS pay.ts:charge @2 args=2
	`
	const found = "stale-call a.ts:5 Function:pay.ts:charge by Function:a.ts:a related Function:pay.ts:charge pay.ts:3: `charge` gained the required parameter `amount`, but the call at a.ts:5 passes 1 argument, 2 are required.\n"
	check(t, "stale-call", []example{
		{"one caller left", base, head + "a.ts:a CALLS pay.ts:charge @5 args=1", []string{"pay.ts"}, found},
		{"two calls on a line", base, head + "a.ts:a CALLS pay.ts:charge @5 @5 args=1", []string{"pay.ts"}, found},
		{"all updated", base, head + "a.ts:a CALLS pay.ts:charge @5 args=2", []string{"pay.ts"}, ""},
		{"spread", base, head + "a.ts:a CALLS pay.ts:charge @5 args=1 spread", []string{"pay.ts"}, ""},
		{"the language takes any call", base, head + "a.ts:a CALLS pay.ts:charge @5", []string{"pay.ts"}, ""},
		{"perhaps another function", base, head + "a.ts:a CALLS pay.ts:charge @5 args=1 confidence=0.8", []string{"pay.ts"}, ""},
		{"the new parameters are not known", base, head + "a.ts:a CALLS pay.ts:charge @5 args=1\nskip pay.ts:2 syntax error", []string{"pay.ts"}, ""},
		{"it never fitted", base, head + "a.ts:a CALLS pay.ts:charge @5 args=3", []string{"pay.ts"}, ""},
		{"optional parameter", base, strings.Replace(head, "amount", "amount?", 1) + "a.ts:a CALLS pay.ts:charge @5 args=1", []string{"pay.ts"}, ""},
		{"parameter gone", base, strings.Replace(strings.Replace(head, "user,amount", "-", 1), "args=2", "args=0", 1) + "a.ts:a CALLS pay.ts:charge @5 args=1", []string{"pay.ts"},
			"stale-call a.ts:5 Function:pay.ts:charge by Function:a.ts:a related Function:pay.ts:charge pay.ts:3: `charge` lost the parameter `user`, but the call at a.ts:5 passes 1 argument, 0 are required.\n"},
		{"a class is called by its constructor", `
			Class c.ts:C 1-9 sig=1
			Constructor c.ts:C.constructor 2-3 sig=1 params=a
			Function a.ts:a 1-9 sig=3 body=4
		`, `
			Class c.ts:C 1-9 sig=1
			Constructor c.ts:C.constructor 2-3 sig=2 params=a,b
			Function a.ts:a 1-9 sig=3 body=4
			a.ts:a CALLS c.ts:C @4 args=1
		`, []string{"c.ts"},
			"stale-call a.ts:4 Constructor:c.ts:C.constructor by Function:a.ts:a related Constructor:c.ts:C.constructor c.ts:2: `C.constructor` gained the required parameter `b`, but the call at a.ts:4 passes 1 argument, 2 are required.\n"},
	})
	findings := detect(t, base, head+"a.ts:a CALLS pay.ts:charge @5 args=1", "pay.ts")
	want := []string{"the call passes 1 argument, 2 are required", "1 of 2 callers of `charge` not updated, 1 updated", "before: `charge(user)`", "now: `charge(user, amount)`"}
	var evidence []string
	for _, f := range findings[0].Facts {
		evidence = append(evidence, sentence.Fact(f, findings[0].Claim()))
	}
	if d := cmp.Diff(want, evidence); d != "" {
		t.Errorf("evidence (-want +got):\n%s", d)
	}
	if findings[0].InDiff {
		t.Error("a call in an untouched file is in the diff")
	}
}

func TestLostStep(t *testing.T) {
	const nodes = `
		Function a.ts:checkout 3-9 sig=1 body=2
		Function a.ts:validate 11-19 sig=3 body=4
		Function a.ts:render 21-29 sig=5 body=6
		Function b.ts:serve 1-9 sig=7 body=8
		Function b.ts:log 11-12 sig=7 body=8
	`
	const calls = "b.ts:serve CALLS a.ts:checkout @3\na.ts:checkout CALLS a.ts:validate @5\na.ts:checkout CALLS a.ts:render @6\n"
	edited := strings.Replace(nodes, "body=2", "body=22", 1) + "b.ts:serve CALLS a.ts:checkout @3\na.ts:checkout CALLS a.ts:render @6\n"
	const found = "lost-step a.ts:3 Function:a.ts:validate by Function:a.ts:checkout related Function:a.ts:checkout a.ts:5: `checkout` no longer calls `validate`.\n"
	check(t, "lost-step", []example{
		{"lost", nodes + calls, edited, []string{"a.ts"}, found},
		{"still called", nodes + calls, edited + "a.ts:checkout CALLS a.ts:validate @5", []string{"a.ts"}, ""},
		{"passed on", nodes + calls, edited + "a.ts:checkout REFERENCES a.ts:validate @5", []string{"a.ts"}, ""},
		{"extracted", nodes + calls, edited + `
			Function a.ts:helper 31-39 sig=8 body=9
			a.ts:checkout CALLS a.ts:helper @5
			a.ts:helper CALLS a.ts:validate @32
		`, []string{"a.ts"}, ""},
		{"an old way beside the lost call is no replacement",
			nodes + calls + "a.ts:render CALLS a.ts:validate @22", edited + "a.ts:render CALLS a.ts:validate @22", []string{"a.ts"}, found},
		{"by way of the method it implements", nodes + calls + `
			Interface i.ts:Validator 1-9 sig=1
			Method i.ts:Validator.run 2-2 sig=1 abstract
		`, edited + `
			Interface i.ts:Validator 1-9 sig=1
			Method i.ts:Validator.run 2-2 sig=1 abstract
			a.ts:checkout CALLS i.ts:Validator.run @5
			a.ts:validate OVERRIDES i.ts:Validator.run
		`, []string{"a.ts"}, ""},
		{"hoisted", nodes + calls, edited + "b.ts:serve CALLS a.ts:validate @2", []string{"a.ts", "b.ts"}, ""},
		{"inlined", nodes + calls + "a.ts:validate CALLS b.ts:log @12", edited + "a.ts:validate CALLS b.ts:log @12\na.ts:checkout CALLS b.ts:log @5", []string{"a.ts"}, ""},
		{"replaced", nodes + calls, edited + `
			Function a.ts:validateCart 31-39 sig=8 body=9
			a.ts:checkout CALLS a.ts:validateCart @5
		`, []string{"a.ts"}, ""},
		{"removed steps are no lost steps", nodes + calls, strings.Replace(edited, "Function a.ts:validate 11-19 sig=3 body=4\n", "", 1), []string{"a.ts"}, ""},
		{"a result that was used is no step", nodes + calls, strings.Replace(nodes, "body=2", "body=22", 1) + "b.ts:serve CALLS a.ts:checkout @3\na.ts:checkout CALLS a.ts:validate @5\n", []string{"a.ts"}, ""},
		{"one that was not is", nodes + calls + "a.ts:checkout CALLS b.ts:log @7 discarded", edited + "a.ts:checkout CALLS a.ts:validate @5", []string{"a.ts"},
			"lost-step a.ts:3 Function:b.ts:log by Function:a.ts:checkout related Function:a.ts:checkout a.ts:7: `checkout` no longer calls `log`.\n"},
		{"what other code made of a call is no step", nodes + strings.Replace(calls, "validate @5", "validate @5 indirect", 1), edited, []string{"a.ts"}, ""},
		{"the body could not be read whole", nodes + calls, edited + "skip a.ts:3 syntax error", []string{"a.ts"}, ""},
		{"not edited", nodes + calls, strings.Replace(edited, "body=22", "body=2", 1), []string{"a.ts"}, ""},
		{"tests", strings.Replace(nodes, "sig=1 body=2", "sig=1 body=2 test", 1) + calls, strings.Replace(edited, "body=22", "body=22 test", 1), []string{"a.ts"}, ""},
		{"rewritten", strings.Replace(nodes, "body=2", "body=2 sketch=1,2,3,4,5,6,7,8", 1) + calls,
			strings.Replace(edited, "body=22", "body=22 sketch=1,12,13,14,15,16,17,18", 1), []string{"a.ts"}, ""},
	})
}

func TestBrokenImplementer(t *testing.T) {
	const base = `
		Interface s.ts:Store 1-9 sig=1
		Method s.ts:Store.get 2-2 sig=2 abstract
		Class m.ts:Mem 1-9 sig=3
		Method m.ts:Mem.get 2-3 sig=2 body=1
		Function m.ts:make 11-19 sig=4 body=1
		m.ts:Mem IMPLEMENTS s.ts:Store @1
		m.ts:Mem.get OVERRIDES s.ts:Store.get
	`
	const lacks = "lacks type m.ts:Mem s.ts:Store.close @1\n"
	const gained = base + "Method s.ts:Store.close 3-3 sig=4 abstract\n"
	const says = "broken-implementer m.ts:1 Interface:s.ts:Store by - related Method:s.ts:Store.close s.ts:3: `Store` gained `close`, but `Mem` does not have it.\n"
	const object = "lacks object m.ts:make s.ts:Store.close @12\n"
	check(t, "broken-implementer", []example{
		{"not there", base, gained + lacks, []string{"s.ts"}, says},
		{"there", base, gained, []string{"s.ts", "m.ts"}, ""},
		{"used as it", base, gained + "lacks use m.ts:Mem s.ts:Store.close @12", []string{"s.ts"}, says},
		{"the type could not be read whole", base, gained + lacks + "skip m.ts:3 syntax error", []string{"s.ts", "m.ts"}, ""},
		{"lacked in base too", gained + lacks, gained + lacks, []string{"s.ts"}, ""},
		{"an object", base, gained + object, []string{"s.ts"},
			"broken-implementer m.ts:12 Interface:s.ts:Store by Function:m.ts:make related Method:s.ts:Store.close s.ts:3: `Store` gained `close`, but the object at m.ts:12 does not have it.\n"},
		{"an object that lacks more than was gained", base, gained + "lacks object m.ts:make s.ts:Store.close s.ts:Store.get @12", []string{"s.ts"}, ""},
		{"a function can stand for one method alone", base, gained + "lacks function m.ts:make s.ts:Store.close s.ts:Store.get oneof @12", []string{"s.ts"},
			"broken-implementer m.ts:12 Interface:s.ts:Store by Function:m.ts:make related Method:s.ts:Store.close s.ts:3: `Store` gained `close`, so the function at m.ts:12 cannot stand for it any more.\n"},
		{"it was optional", strings.Replace(gained, "sig=4 abstract", "sig=5 abstract optional", 1), gained + object, []string{"s.ts"},
			"broken-implementer m.ts:12 Interface:s.ts:Store by Function:m.ts:make related Method:s.ts:Store.close s.ts:3: `Store` requires `close` now, but the object at m.ts:12 does not have it.\n"},
		{"the type lost it", base, strings.Replace(strings.Replace(base, "Method m.ts:Mem.get 2-3 sig=2 body=1", "", 1), "m.ts:Mem.get OVERRIDES s.ts:Store.get", "", 1) +
			"lacks type m.ts:Mem s.ts:Store.get @1", []string{"m.ts"},
			"broken-implementer m.ts:1 Interface:s.ts:Store by - related Method:s.ts:Store.get s.ts:2: `Mem` no longer has the `get` that `Store` requires.\n"},
		{"another signature", base, strings.Replace(strings.Replace(base, "2-2 sig=2", "2-2 sig=7", 1), "m.ts:Mem.get OVERRIDES s.ts:Store.get", "", 1) +
			"lacks type m.ts:Mem s.ts:Store.get @1", []string{"s.ts"},
			"broken-implementer m.ts:1 Interface:s.ts:Store by - related Method:s.ts:Store.get s.ts:2: `get` of `Store` has another signature, but `Mem` does not follow.\n"},
		{"a new type", "Function m.ts:make 11-19 sig=4 body=1", gained + lacks, []string{"s.ts", "m.ts"}, ""},
	})
}

func TestFingerprint(t *testing.T) {
	base := `
		Function users.ts:find 3-9 sig=1 body=2
		Function login.ts:login 1-9 sig=3 body=4
		Function login.ts:other 11-19 sig=5 body=6
	`
	head := func(shift int) string {
		return fmt.Sprintf(`
			File users.ts 1-2
			Function login.ts:login %d-%d sig=3 body=4
			Function login.ts:other %d-%d sig=5 body=6
			unresolved login.ts:login CALLS find @%d owner=File:users.ts
			unresolved login.ts:login CALLS find @%d owner=File:users.ts
			unresolved login.ts:other CALLS find @%d owner=File:users.ts
		`, 1+shift, 9+shift, 11+shift, 19+shift, 4+shift, 5+shift, 12+shift)
	}
	prints := func(shift int) []string {
		var out []string
		for _, f := range detect(t, base, head(shift), "users.ts", "login.ts") {
			out = append(out, f.Fingerprint)
		}
		return out
	}
	first := prints(0)
	if d := cmp.Diff(first, prints(7)); d != "" {
		t.Errorf("fingerprints change with the lines (-before +after):\n%s", d)
	}
	if len(first) != 3 || first[0] == first[1] || first[1] == first[2] || first[0] == first[2] {
		t.Errorf("fingerprints are not unique: %v", first)
	}
}

func TestOutsideTheDiffFirst(t *testing.T) {
	findings := detect(t, `
		Function a.ts:find 3-9 sig=1 body=2
	`, `
		Function a.ts:f 1-9 sig=3 body=4
		Function z.ts:g 1-9 sig=3 body=4
		unresolved a.ts:f CALLS find @5 owner=File:a.ts
		unresolved z.ts:g CALLS find @5 owner=File:a.ts
	`, "a.ts")
	if len(findings) != 2 || findings[0].Path != "z.ts" || findings[0].InDiff || !findings[1].InDiff {
		t.Errorf("got\n%s", dump(findings))
	}
}

func TestNoChangeNoFinding(t *testing.T) {
	text := `
		Function a.ts:f 1-9 sig=3 body=4 params=a
		Function a.ts:g 11-19 sig=3 body=4
		a.ts:g CALLS a.ts:f @12 args=3
		unresolved a.ts:f CALLS find @5 owner=File:a.ts
	`
	if findings := detect(t, text, text, "a.ts"); len(findings) > 0 {
		t.Errorf("base = head gives\n%s", dump(findings))
	}
}

// 5,000 edited functions, of which each has lost a step, and 5,000 uses of what is gone.
func BenchmarkDetect(b *testing.B) {
	var base, head strings.Builder
	var files []diff.FileChange
	for f := range 100 {
		path := fmt.Sprintf("f%d.ts", f)
		files = append(files, diff.FileChange{OldPath: path, NewPath: path, Hunks: []diff.Hunk{{OldStart: 1, OldLines: 2000, NewStart: 1, NewLines: 2000}}})
		for i := range 50 {
			fmt.Fprintf(&base, "Function %s:n%d %d-%d sig=1 body=%d params=a\nFunction %s:gone%d %d-%d sig=1 body=7\n", path, i, 20*i+1, 20*i+9, i+1, path, i, 20*i+11, 20*i+19)
			fmt.Fprintf(&head, "Function %s:n%d %d-%d sig=1 body=%d params=a\n", path, i, 20*i+1, 20*i+9, i+1001)
			fmt.Fprintf(&head, "unresolved %s:n%d CALLS gone%d @%d owner=File:%s\n", path, i, i, 20*i+5, path)
		}
		for i := range 50 {
			for k := range 8 {
				edge := fmt.Sprintf("%s:n%d CALLS f%d.ts:n%d @%d args=1 discarded\n", path, i, (f+k)%100, (i+7*k+1)%50, 20*i+2+k)
				base.WriteString(edge)
				if k > 0 {
					head.WriteString(edge)
				}
			}
		}
	}
	bg, hg := graphtest.Parse(b, base.String()), graphtest.Parse(b, head.String())
	set := change.Detect(files, bg, hg)
	b.ReportAllocs()
	for b.Loop() {
		findings, err := rules.Detect(finding.Input{Set: set, Base: bg, Head: hg})
		if err != nil || len(findings) < 10000 {
			b.Fatal(len(findings))
		}
	}
}

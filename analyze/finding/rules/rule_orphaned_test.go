package rules_test

import "testing"

func TestOrphaned(t *testing.T) {
	const nodes = `
		Function a.ts:run 3-9 sig=1 body=2
		Function a.ts:help 11-19 sig=3 body=4
		Function b.ts:deep 1-9 sig=5 body=6
		Function b.ts:deeper 11-19 sig=7 body=8
		Function t.test.ts:check 1-9 sig=9 body=10 test
		t.test.ts:check CALLS a.ts:help @3
		a.ts:help CALLS b.ts:deep @12
		b.ts:deep CALLS b.ts:deeper @2
	`
	const edited = `
		Function a.ts:run 3-9 sig=1 body=22
		Function a.ts:help 11-19 sig=3 body=4
		Function b.ts:deep 1-9 sig=5 body=6
		Function b.ts:deeper 11-19 sig=7 body=8
		Function t.test.ts:check 1-9 sig=9 body=10 test
		t.test.ts:check CALLS a.ts:help @3
		a.ts:help CALLS b.ts:deep @12
		b.ts:deep CALLS b.ts:deeper @2
	`
	const base = nodes + "a.ts:run CALLS a.ts:help @5\n"
	const found = "orphaned a.ts:11 Function:a.ts:help by - related Function:a.ts:run a.ts:5: `help` is not used any more: `run` does without it now.\n"
	check(t, "orphaned", []example{
		{"the only use is gone", base, edited, []string{"a.ts"}, found},

		{"a use that nothing follows is one", base, edited + "a.ts:run MAY_CALL a.ts:help @5\n", []string{"a.ts"}, ""},

		{"what it uses is used elsewhere too", base + "a.ts:run CALLS b.ts:deeper @6\n", edited + "a.ts:run CALLS b.ts:deeper @6\n", []string{"a.ts"}, found},

		{"it calls itself", base + "a.ts:help CALLS a.ts:help @13\n", edited + "a.ts:help CALLS a.ts:help @13\n", []string{"a.ts"}, found},

		{"they use each other", base + "b.ts:deeper CALLS a.ts:help @12\n", edited + "b.ts:deeper CALLS a.ts:help @12\n", []string{"a.ts"}, found},

		{"the use was not certain", nodes + "a.ts:run CALLS a.ts:help @5 confidence=0.5\n", edited, []string{"a.ts"}, ""},

		{"nothing used it", nodes, edited, []string{"a.ts"}, ""},

		{"code that did not change lost a use: the graph does not see it",
			base + "Function c.ts:other 1-9 sig=1 body=1\nc.ts:other CALLS a.ts:help @5\n", edited + "Function c.ts:other 1-9 sig=1 body=1\n", []string{"a.ts"}, ""},

		{"its file could not be read whole", base, edited + "skip a.ts:13 syntax error\n", []string{"a.ts"}, ""},

		{"the outside starts it", base + "Function c.ts:job 1-9 sig=1 body=1 entry=cli\na.ts:run CALLS c.ts:job @6\n",
			edited + "Function c.ts:job 1-9 sig=1 body=1 entry=cli\na.ts:run CALLS a.ts:help @5\n", []string{"a.ts"}, ""},

		{"it overrides another", base + "Class c.ts:C 1-9 sig=1\nMethod c.ts:C.m 2-3 sig=1 body=1\nClass c.ts:D 11-19 sig=1\nMethod c.ts:D.m 12-13 sig=1 body=1\nc.ts:D.m OVERRIDES c.ts:C.m\na.ts:run CALLS c.ts:D.m @6\n",
			edited + "Class c.ts:C 1-9 sig=1\nMethod c.ts:C.m 2-3 sig=1 body=1\nClass c.ts:D 11-19 sig=1\nMethod c.ts:D.m 12-13 sig=1 body=1\nc.ts:D.m OVERRIDES c.ts:C.m\na.ts:run CALLS a.ts:help @5\n", []string{"a.ts"}, ""},

		{"a type goes with its members", base + "Class c.ts:C 1-9 sig=1\nMethod c.ts:C.m 2-3 sig=1 body=1\nc.ts:C.m REFERENCES c.ts:C @2\na.ts:run CALLS c.ts:C @6\na.ts:run CALLS c.ts:C.m @6\n",
			edited + "Class c.ts:C 1-9 sig=1\nMethod c.ts:C.m 2-3 sig=1 body=1\nc.ts:C.m REFERENCES c.ts:C @2\na.ts:run CALLS a.ts:help @5\n", []string{"a.ts"},
			"orphaned c.ts:1 Class:c.ts:C by - related Function:a.ts:run a.ts:6: `C` is not used any more: `run` does without it now.\n"},
	})
}

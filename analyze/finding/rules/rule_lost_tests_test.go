package rules_test

import "testing"

func TestLostTest(t *testing.T) {
	const code = `
		Function a.go:pay 1-9 sig=1 body=2
		Function a.go:core 11-19 sig=3 body=4
		a.go:pay CALLS a.go:core @5
	`
	const test = "Function a_test.go:TestPay 1-9 sig=5 body=6 test entry=test\n"
	const other = "Function b_test.go:TestOther 1-9 sig=7 body=8 test entry=test\n"
	const base = code + test + other + "a_test.go:TestPay CALLS a.go:pay @3\n"
	const deleted = "lost-test a.go:1 Function:a.go:pay by - related Function:a_test.go:TestPay a_test.go:1: `TestPay`, the only test that called `pay`, was deleted.\n"
	check(t, "lost-test", []example{
		{"deleted", base, code + other, []string{"a_test.go>"}, deleted},

		{"another test gets there", base, code + other + "Function a.go:all 21-29 sig=1 body=1\na.go:all CALLS a.go:pay @22\nb_test.go:TestOther CALLS a.go:all @3\n",
			[]string{"a_test.go>", "b_test.go"}, ""},

		{"what is tested goes too", base, "Function a.go:core 11-19 sig=3 body=4\n" + other, []string{"a.go", "a_test.go>"}, ""},

		{"edited", base, code + "Function a_test.go:TestPay 1-9 sig=5 body=66 test entry=test\n" + other, []string{"a_test.go"},
			"lost-test a.go:1 Function:a.go:pay by - related Function:a_test.go:TestPay a_test.go:1: `TestPay`, the only test that called `pay`, does so no more.\n"},

		{"the test did not change: the graph does not see it", base, code + test + "Function b_test.go:TestOther 1-9 sig=7 body=88 test entry=test\n",
			[]string{"b_test.go"}, ""},

		{"two tests", base + "b_test.go:TestOther CALLS a.go:pay @4\n", code, []string{"a_test.go>", "b_test.go>"},
			"lost-test a.go:1 Function:a.go:pay by - related Function:a_test.go:TestPay a_test.go:1: `TestPay` and 1 more, the only tests that called `pay`, were deleted.\n"},

		{"through a helper", code + test + other + "Function a_test.go:help 11-19 sig=1 body=1 test\na_test.go:TestPay CALLS a_test.go:help @3\na_test.go:help CALLS a.go:pay @12\n",
			code + other, []string{"a_test.go>"}, deleted},

		{"both are one finding", base + "a_test.go:TestPay CALLS a.go:core @4\n", code + other, []string{"a_test.go>"},
			"lost-test a.go:11 Function:a.go:core by - related Function:a_test.go:TestPay a_test.go:1: `TestPay`, the only test that called `core` and 1 other, was deleted.\n"},

		{"a test of an interface calls what implements it", code + test + other + "a_test.go:TestPay CALLS a.go:pay @3 indirect\n", code + other, []string{"a_test.go>"}, ""},
	})
}

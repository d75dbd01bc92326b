package lazyregexp_test

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// package variable, as in the packages that use it.
var word = lazyregexp.New(`(\w)\w*`)

// Every method answers as that of regexp.Regexp does, also when several goroutines are the first.
func TestSame(t *testing.T) {
	const text = "ab cd"
	want := regexp.MustCompile(`(\w)\w*`)
	upper := strings.ToUpper
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for name, pair := range map[string][2]any{
				"Match":                      {word.Match([]byte(text)), want.Match([]byte(text))},
				"MatchString":                {word.MatchString("-"), want.MatchString("-")},
				"FindString":                 {word.FindString(text), want.FindString(text)},
				"FindStringIndex":            {word.FindStringIndex(text), want.FindStringIndex(text)},
				"FindStringSubmatch":         {word.FindStringSubmatch(text), want.FindStringSubmatch(text)},
				"FindStringSubmatchIndex":    {word.FindStringSubmatchIndex(text), want.FindStringSubmatchIndex(text)},
				"FindSubmatch":               {word.FindSubmatch([]byte(text)), want.FindSubmatch([]byte(text))},
				"FindAllSubmatch":            {word.FindAllSubmatch([]byte(text), 1), want.FindAllSubmatch([]byte(text), 1)},
				"FindAllSubmatchIndex":       {word.FindAllSubmatchIndex([]byte(text), -1), want.FindAllSubmatchIndex([]byte(text), -1)},
				"FindAllString":              {word.FindAllString(text, -1), want.FindAllString(text, -1)},
				"FindAllStringIndex":         {word.FindAllStringIndex(text, -1), want.FindAllStringIndex(text, -1)},
				"FindAllStringSubmatch":      {word.FindAllStringSubmatch(text, -1), want.FindAllStringSubmatch(text, -1)},
				"FindAllStringSubmatchIndex": {word.FindAllStringSubmatchIndex(text, -1), want.FindAllStringSubmatchIndex(text, -1)},
				"ReplaceAllString":           {word.ReplaceAllString(text, "$1."), want.ReplaceAllString(text, "$1.")},
				"ReplaceAllStringFunc":       {word.ReplaceAllStringFunc(text, upper), want.ReplaceAllStringFunc(text, upper)},
			} {
				if got, want := fmt.Sprint(pair[0]), fmt.Sprint(pair[1]); got != want {
					t.Errorf("%s: %s, want %s", name, got, want)
				}
			}
		})
	}
	all.Wait()
}

func TestInvalid(t *testing.T) {
	r := lazyregexp.New("(") // no panic yet
	defer func() {
		if recover() == nil {
			t.Error("an invalid expression was used")
		}
	}()
	r.MatchString("")
}

package added

import (
	"slices"
	"testing"

	"github.com/nexus-ci/nexus-ci/report"
	"github.com/nexus-ci/nexus-ci/report/view"
)

// A new type is told by what it declares, and a value of it once.
func TestRows(t *testing.T) {
	added := func(kind, name, declaration string, values ...string) report.ChangedSymbol {
		return report.ChangedSymbol{Type: kind, Name: name, Path: "a", ChangeType: "added", Declaration: declaration, StatementsAdded: values}
	}
	modified := added("Class", "Old", "")
	modified.ChangeType = "modified"
	of := func(name string) (all []report.ChangedSymbol) {
		for _, field := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
			all = append(all, added("Field", name+"."+field, field+" int"))
		}
		return append(all, added("Constant", "Limit", "const Limit = 3", "3"))
	}
	plain := view.Style{Name: func(s string) string { return s }, Text: func(s string) string { return s }}
	for _, tt := range []struct {
		name    string
		symbols []report.ChangedSymbol
		title   string
		want    []string
	}{
		{"a struct", []report.ChangedSymbol{added("Struct", "P", ""), added("Field", "P.Type", "Type string"), added("Field", "P.Status", "Status = 3", "3")}, "What new types are (1)", []string{"P has Type string | Status = 3"}},
		{"an interface, and what a method does", []report.ChangedSymbol{added("Interface", "P", ""), added("Method", "P.Do", ""), added("Method", "Q.Do", "", "return 1")}, "What new functions do and new types are (2)", []string{"Q.Do does: return 1", "P has Do()"}},
		{"a condition that is returned", []report.ChangedSymbol{{Type: "Function", Name: "f", Path: "a", ChangeType: "added", ConditionsAdded: []string{"a == b", "c"}, StatementsAdded: []string{"return a == b", "return c.d"}}}, "What new functions do (1)", []string{"f tests c; does: return a == b | return c.d"}},
		{"a value that the declaration does not have", []report.ChangedSymbol{added("Class", "P", ""), added("Field", "P.all", "private val all", "listOf(1)"), added("Field", "P.one", "val one = 1", "1")}, "What new types and values are (2)", []string{"P has val one = 1", "P.all is listOf(1)"}},
		{"a class with methods alone", []report.ChangedSymbol{added("Class", "P", ""), added("Method", "P.Do", "")}, "What new functions do (0)", nil},
		{"a field of a class that was there", []report.ChangedSymbol{modified, added("Field", "Old.x", "x = 1", "1")}, "What new values are (1)", []string{"Old.x is 1"}},
		{"many", append([]report.ChangedSymbol{added("Struct", "P", "")}, of("P")...), "What new types and values are (2)", []string{"P has a int | b int | c int | d int | e int | f int | g int | h int and 1 more", "Limit is 3"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rows := Rows(&report.Report{ChangedSymbols: tt.symbols})
			var got []string
			for i := range rows {
				got = append(got, rows[i].Name+" "+rows[i].Clause(plain))
			}
			if title := Title(rows); !slices.Equal(got, tt.want) || title != tt.title {
				t.Errorf("got %q under %q, want %q under %q", got, title, tt.want, tt.title)
			}
		})
	}
}

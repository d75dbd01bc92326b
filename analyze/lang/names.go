package lang

// A DialectName is a grammar name that occurs in the dialects D, one bit each.
type DialectName[D ~uint8] struct {
	Name string
	In   D
}

// NamesOf returns the names of the grammar of dialect d by number; names that d lacks are empty.
func NamesOf[D ~uint8](all []DialectName[D], d D) []string {
	names := make([]string, len(all))
	for i, n := range all {
		if n.In&d != 0 {
			names[i] = n.Name
		}
	}
	return names
}

// MayHide reports whether an extension of a type from outside the repository may hide a member of it: of the types
// whose values have a form, and of those that the language itself names, all members are in Complete.
func (l *Language) MayHide(receiver string) bool {
	form := l.Forms[receiver]
	return form != "list" && form != "dict" && l.Universe[receiver] == ""
}

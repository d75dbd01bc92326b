package lang

// A DialectName is a name of a grammar that some dialects D of a language have, one bit each.
type DialectName[D ~uint8] struct {
	Name string
	In   D
}

// NamesOf returns the names of the grammar of d by number; those that it lacks are empty.
func NamesOf[D ~uint8](all []DialectName[D], d D) []string {
	names := make([]string, len(all))
	for i, n := range all {
		if n.In&d != 0 {
			names[i] = n.Name
		}
	}
	return names
}

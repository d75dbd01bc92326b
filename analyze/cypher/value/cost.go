package value

// MaxLength is the length of the longest string, in bytes, and list that a query makes.
const MaxLength = 1 << 20

// BytesPerStep is how much text counts as one step. What is made and held is thereby bounded
// too.
const BytesPerStep = 16

// Weight is about how many values have to be looked at to compare a value: 0 for one that is
// no list or map.
func Weight(v any) int {
	n := 0
	switch v := v.(type) {
	case []any:
		n = len(v)
		for _, element := range v {
			n += Weight(element)
		}
	case map[string]any:
		n = len(v)
		for _, element := range v {
			n += Weight(element)
		}
	}
	return n
}

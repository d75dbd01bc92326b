package lang

// A KeyUse says how a type takes the keys of another one.
type KeyUse uint8

const (
	// NoKeys: it does not.
	NoKeys KeyUse = iota
	// CheckedKeys: strings anywhere may be checked to be one of them (keyof in TypeScript).
	CheckedKeys
	// ListedKeys: those that it takes stand behind, as strings (Pick in TypeScript).
	ListedKeys
	// PassedKeys: they are names of arguments (Unpack in Python).
	PassedKeys
)

// KeyTypes say where the names of members are keys of types.
type KeyTypes struct {
	// FieldsOnly: functions are no keys.
	FieldsOnly bool
	// Passed: keys are taken as names of arguments alone, so that no string has to name one.
	Passed bool
	// Use returns how a type takes the keys of the type whose name stands behind text.
	Use func(text []byte) KeyUse
	// Listed reports whether the string behind text, which follows the name of the type, is a
	// key that ListedKeys is about.
	Listed func(text []byte) bool
}

// Titles returns the names of languages as people write them, by Name.
func Titles(languages []*Language) map[string]string {
	titles := make(map[string]string)
	for _, l := range languages {
		if l.Title != "" {
			titles[l.Name] = l.Title
		}
	}
	return titles
}

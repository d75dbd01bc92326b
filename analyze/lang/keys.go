package lang

// A KeyUse is how a type uses the member names of another type as keys.
type KeyUse uint8

const (
	// NoKeys: not at all.
	NoKeys KeyUse = iota
	// CheckedKeys: any string in the code may be checked to be a key (keyof in TypeScript).
	CheckedKeys
	// ListedKeys: the used keys follow as strings (Pick in TypeScript).
	ListedKeys
	// PassedKeys: keys are names of arguments (Unpack in Python).
	PassedKeys
)

// KeyTypes describe where the names of members are used as keys of types.
type KeyTypes struct {
	// FieldsOnly: functions are not keys.
	FieldsOnly bool
	// Passed: keys are used only as names of arguments, never as strings.
	Passed bool
	// Use returns how a type uses the keys of the type whose name directly follows text.
	Use func(text []byte) KeyUse
	// Listed reports whether the string that directly follows text is a key for ListedKeys. text
	// begins after the name of the type.
	Listed func(text []byte) bool
}

// Titles returns the display names of languages, by Name.
func Titles(languages []*Language) map[string]string {
	titles := make(map[string]string)
	for _, l := range languages {
		if l.Title != "" {
			titles[l.Name] = l.Title
		}
	}
	return titles
}

package lang

// Seen returns those of things, which the files at their paths declare, that the project of the file at
// from sees, all of them where that is not known or it sees none.
func Seen[T any](l ProjectLinker, from string, things []T, path func(T) string) []T {
	var out []T
	for _, t := range things {
		sees, known := l.Sees(from, path(t))
		if !known {
			return things
		}
		if sees {
			out = append(out, t)
		}
	}
	if len(out) == 0 {
		return things
	}
	return out
}

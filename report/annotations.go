package report

// An Annotation is a finding as a line of a diff, a check run or a CI log shows it. Its
// text is plain and not escaped.
type Annotation struct {
	Path  string // of head
	Line  int    // 1-based
	Level string // error, warning or notice
	Title string // the rule and what it is about, a few words
	// Message are sentences, with all places of the group.
	Message string
}

// Annotations returns one annotation for each group of findings, those of breaks first.
func Annotations(r *Report) []Annotation {
	var out []Annotation
	for _, class := range []string{"break", "behaviour"} {
		for _, g := range GroupFindings(r, class) {
			first := g.Sites[0]
			if first.Side != "head" {
				continue
			}
			level := first.Severity
			if level == "info" {
				level = "notice"
			}
			out = append(out, Annotation{Path: first.Path, Line: first.Line, Level: level, Title: first.Rule, Message: first.Message})
		}
	}
	return out
}

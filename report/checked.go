package report

// Judgeable reports whether everything in the change that a program may hang on was checked
// for breaks: only then does finding none mean that it passes.
func Judgeable(r *Report) bool {
	return !r.Risk.Incomplete && r.Coverage.Counts.GraphOnly+r.Coverage.Counts.Content == 0 && (len(r.Coverage.Files) > 0 || r.Summary.ChangedFiles == 0)
}

// The values of Risk.BreakageChecked.
const (
	CheckedAll  = "all"
	CheckedPart = "part"
	CheckedNone = "none"
)

// CheckedForBreaks returns of how much of the change a break could be found.
func CheckedForBreaks(r *Report) string {
	switch {
	case Judgeable(r):
		return CheckedAll
	case r.Coverage.Counts.Judged > 0:
		return CheckedPart
	}
	return CheckedNone
}

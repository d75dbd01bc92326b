package main

import "math"

// An input is one that a model weighs.
type input struct {
	name  string
	value func(*unit) float64
}

// product are the inputs of the score, as the report shows them.
func product() []input {
	return []input{counted("new branches"), counted("new names"), counted("recent fixes"), title("not upkeep", 1), title("fix beyond that", 2)}
}

// alone are those of product that need no history.
func alone() []input {
	return []input{counted("new branches"), counted("new names"), title("not upkeep", 1), title("fix beyond that", 2)}
}

// fromGit are the factors that git alone gives: those of Kamei et al. (2013) and a few more.
func fromGit() []input {
	return []input{
		counted("dirs"), counted("files"), plain("entropy"), counted("added"), counted("removed"), counted("file lines"), title("fix", 2), counted("developers"),
		counted("past age"), counted("past commits"), counted("own"), counted("own nearby"), counted("own here"), counted("hunks"), counted("new files"),
		counted("tests added"), counted("past recent fixes"), counted("past recent changes"), counted("past fixes"),
	}
}

// candidates are factors that may be added to those of the score.
func candidates() []input {
	list := []input{
		{"lines changed", func(u *unit) float64 { return math.Log1p(u.Churn) }},
		{"no tests with the change", func(u *unit) float64 { return label(u.get("tests added") == 0) }},
		{"the author's first change here", func(u *unit) float64 { return label(u.get("own here") == 0 && u.get("known files") > 0) }},
		{"no body", func(u *unit) float64 { return label(u.get("body") == 0) }},
		{"share of removed lines", func(u *unit) float64 { return u.get("removed") / max(u.Churn, 1) }},
		{"years since the files changed", func(u *unit) float64 { return math.Log1p(u.get("past age") / 30) }},
		{"recent fixes, all files", func(u *unit) float64 { return math.Log1p(u.get("past recent fixes")) }},
		{"new branches a new name", func(u *unit) float64 { return u.get("new branches") / (1 + u.get("new names")) }},
		{"test lines lost", func(u *unit) float64 { return math.Log1p(max(u.get("tests removed")-u.get("tests added"), 0)) }},
		{"recent changes a file", func(u *unit) float64 {
			return math.Log1p(u.get("past recent changes") / max(u.get("touched files"), 1))
		}},
		{"title removes, lines added", func(u *unit) float64 { return u.get("title removes") * label(u.get("added") > u.get("removed")) }},
		{"title restructures, branches added", func(u *unit) float64 { return u.get("title restructures") * math.Log1p(u.get("new branches")) }},
	}
	for _, name := range []string{
		"files", "dirs", "hunks", "added", "removed", "new files", "deleted files", "file lines", "largest file", "tests added", "tests removed", "test files", "tests lost",
		"body", "title length", "pace", "file age", "changes of 30 days", "lines of 30 days", "fixes of 30 days", "changes of a year", "reverts",
		"replaced lines", "replaced age", "replaced youngest", "replaced young",
		"past changes", "past fixes", "past commits", "developers", "own", "own nearby", "own here",
		"moved and changed", "symbols", "symbols modified", "symbols added", "symbols removed", "uses affected", "offered affected", "breaks", "findings",
		"behaviours", "behaviours to look at", "compared", "restructured", "facts", "facts to look at",
	} {
		list = append(list, counted(name))
	}
	for _, name := range []string{
		"entropy", "pull request", "reference", "title adds", "title restructures", "title removes", "title speeds", "share of fixes", "past fixes share",
		"replaced young share", "own share",
	} {
		list = append(list, plain(name))
	}
	return list
}

// get returns what was measured, whatever measured it; 0 where nothing was.
func (u *unit) get(name string) float64 {
	if v, ok := u.Values[name]; ok {
		return v
	}
	return u.Figures[name]
}

func counted(name string) input {
	return input{name, func(u *unit) float64 { return math.Log1p(u.get(name)) }}
}

func plain(name string) input { return input{name, func(u *unit) float64 { return u.get(name) }} }

// title is 1 for titles of a kind and those above it. Without a row for it, the title is of
// the kind 1.
func title(name string, kind float64) input {
	return input{name, func(u *unit) float64 {
		value, known := u.Values["title"]
		if !known {
			value = 1
		}
		return label(value >= kind)
	}}
}

package history

import "testing"

func TestIsAct(t *testing.T) {
	for title, want := range map[string]bool{
		"Fix crash on empty input":                            true,
		"fix(router): match the longest prefix":               true,
		"feat: read the port from the environment":            true,
		"Allow empty names":                                   true,
		"http: don't retry after a cancel":                    true,
		"ABC-12 Ignore blanks in queries":                     true,
		"[cli] Respect the working directory":                 true,
		"Requests are no longer sent twice":                   true,
		"Use the cache of the client":                         false,
		"Move built-ins to a file of their own (fix #424)":    false,
		"Rename the flag (closes #12)":                        false,
		"Handle empty names (fixes #12)":                      true,
		"Move the lock to fix #12 and a deadlock":             true,
		"Add an option":                                       false,
		"Remove superfluous calls":                            false,
		"Make the class final":                                false,
		"Ignore clippy warnings":                              false,
		"Support":                                             false,
		"refactor: avoid a copy":                              false,
		"feat(docs): show the logo":                           false,
		"Check the documentation":                             false,
		"Extract a helper, don't repeat it":                   false,
		"Do not run the tests twice":                          false,
		"Avoid unused variables":                              false,
		"chore: allow newer versions":                         false,
		"Merge pull request #12 from owner/allow-empty-names": false,
	} {
		if got := IsAct(title); got != want {
			t.Errorf("%q: %v", title, got)
		}
	}
}

func TestIsRefactoring(t *testing.T) {
	for title, want := range map[string]bool{
		"refactor: avoid a copy":                  true,
		"Extract a helper":                        true,
		"TEXT-69: simplifying a choice":           true,
		"Move the cache of jobs into formats":     true,
		"[Server] Moves an option":                true,
		"Adjust comments + move some code around": true,
		"Mini cleanup":                            true,
		"Cleanup: don't change the stack":         true,
		"move to a lock file of its own":          false,
		"Rely on the interface, not on the class": false,
		"docs: say what is returned":              false,
		"fix: extract the right file":             false,
		"Don't bother moving the cursor":          false,
		"Use the cache of the client":             false,
		"":                                        false,
	} {
		if got := IsRefactoring(title); got != want {
			t.Errorf("%q: %v", title, got)
		}
	}
}

func TestIsRestructuring(t *testing.T) {
	for title, want := range map[string]bool{
		"refactor: avoid a copy":             true,
		"Extract a helper":                   true,
		"Rename the flag":                    true,
		"Avoid unnecessary boxing of chars":  true,
		"docs(api): say what is returned":    true,
		"fix: extract the right file":        false,
		"feat(move): move several files":     false,
		"Use the cache of the client":        false,
		"Split one flag into two":            false,
		"":                                   false,
		"Update handlers of child routes":    false,
		"chore: allow newer versions of git": true,
		"Clean up the parser":                true,
		"Write the type of each event":       true,
		"Implement --type executable":        false,
		"Fix a crash in the constructor":     false,
	} {
		if got := IsRestructuring(title); got != want {
			t.Errorf("%q: %v", title, got)
		}
	}
}

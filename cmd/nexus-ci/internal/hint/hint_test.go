package hint

import (
	"testing"
)

func TestCommand(t *testing.T) {
	names := []string{"check", "context", "explain", "replay"}
	for word, want := range map[string]string{
		"lint": "did you mean p check?", "Lint": "did you mean p check?", "chek": "did you mean p check?", "expl": "did you mean p explain?",
		"a..b": "did you mean p check a..b?", "#12": "did you mean p check #12?", "12": "did you mean p check 12?", "HEAD": "did you mean p check HEAD?",
		"https://h/o/r/pull/1": "did you mean p check https://h/o/r/pull/1?",
		"zzzzzz":               "see p --help", "x": "see p --help",
	} {
		if got := Command(word, "p", names); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
}

func TestFlag(t *testing.T) {
	names := []string{"base", "fail-on", "staged", "workers"}
	for name, want := range map[string]string{
		"cached": "did you mean --staged?", "j": "did you mean --workers?", "error": "did you mean --fail-on break?", "stagd": "did you mean --staged?",
		"format": "", "output-format": "", "zzzzz": "", "fix": "nothing is changed by check; explain says how to repair a finding",
	} {
		if got := Flag(name, names); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := Flag("fix", []string{"limit"}); got != "" {
		t.Errorf("fix of a command that is not about findings: %q", got)
	}
}

// A word stands in one row, else the answer would be one or the other.
func TestRowsAreApart(t *testing.T) {
	of := make(map[string]string)
	for command, others := range commands {
		for _, word := range others {
			if of[word] != "" {
				t.Errorf("%s: %s and %s", word, of[word], command)
			}
			of[word] = command
		}
	}
	// A flag may stand in two rows if no command has both of them.
	apart := map[string]bool{"n": true}
	clear(of)
	for flag, others := range flags {
		for _, name := range others {
			if of[name] != "" && !apart[name] {
				t.Errorf("%s: %s and %s", name, of[name], flag)
			}
			of[name] = flag
		}
	}
}

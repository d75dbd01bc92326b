package leftover

import (
	"strings"
	"testing"
)

func TestSpellings(t *testing.T) {
	for name, want := range map[string]string{
		"user_id":    "userId UserId USER_ID",
		"userId":     "user_id UserId USER_ID",
		"LoadUserID": "load_user_id loadUserId LoadUserId LOAD_USER_ID",
		"sha256_sum": "",
	} {
		if got := strings.Join(spellings(name), " "); got != want {
			t.Errorf("spellings(%q) = %s, want %s", name, got, want)
		}
	}
}

func TestIsDistinctive(t *testing.T) {
	for name, want := range map[string]bool{"user_id": true, "load": false, "authenticate": false, "toURL": false, "parseDate": true, "__init__": false} {
		if got := isDistinctive(name); got != want {
			t.Errorf("isDistinctive(%q) = %v", name, got)
		}
	}
}

func TestIsHistory(t *testing.T) {
	for file, want := range map[string]bool{
		"CHANGELOG.md": true, "docs/changes.rst": true, "db/migrations/001.sql": true, "UPGRADING.txt": true, "HISTORY": true,
		"docs/api.md": false, "config.yaml": false, "src/exchange.go": false,
	} {
		if got := isHistory(file); got != want {
			t.Errorf("isHistory(%q) = %v", file, got)
		}
	}
}

func TestSearchName(t *testing.T) {
	for name, want := range map[string]string{"valid?": "valid", "find": "find", "$scope": "scope", "[]": "", "größe": "größe"} {
		if got := searchName(name); got != want {
			t.Errorf("searchName(%q) = %q, want %q", name, got, want)
		}
	}
}

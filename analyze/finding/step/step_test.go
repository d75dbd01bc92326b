package step

import "testing"

func TestGuardWord(t *testing.T) {
	for name, want := range map[string]string{
		"validateUser": "validate", "isValid": "valid", "require_admin": "require", "AuthMiddleware": "auth", "mu.Unlock": "unlock",
		"HTTPCheck": "check", "checks": "check", "render": "", "disclose": "", "author": "", "validated": "validate", "": "",
	} {
		if got := weightyWord(name); got != want {
			t.Errorf("weightyWord(%q) = %q, want %q", name, got, want)
		}
	}
}

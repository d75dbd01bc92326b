package completion

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/nexus-ci/nexus-ci/diff/git"
)

func TestScripts(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		var out strings.Builder
		root := &cobra.Command{Use: "nexus-ci"}
		root.AddCommand(Command(&out))
		root.SetArgs([]string{"completion", shell})
		if err := root.Execute(); err != nil || !strings.Contains(out.String(), "nexus-ci") {
			t.Errorf("%s: %v, %d bytes", shell, err, out.Len())
		}
	}
}

// A flag of a command below is completed too; one that its command completes stays so, and a
// repository that does not open offers nothing.
func TestFlags(t *testing.T) {
	root, sub := &cobra.Command{Use: "nexus-ci"}, &cobra.Command{Use: "check", Run: func(*cobra.Command, []string) {}}
	root.AddCommand(sub)
	for _, name := range []string{"color", "base", "directory", "format"} {
		sub.Flags().String(name, "", "")
	}
	_ = sub.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"own"}, cobra.ShellCompDirectiveNoFileComp))
	asked := ""
	Flags(root, func(dir string) (*git.Repo, error) {
		asked = dir
		return nil, errors.New("no repository")
	})
	for flag, want := range map[string][]string{"color": {"auto", "always", "never"}, "format": {"own"}, "base": nil} {
		of, ok := sub.GetFlagCompletionFunc(flag)
		if !ok {
			t.Errorf("--%s: nothing completes it", flag)
			continue
		}
		_ = sub.Flags().Set("directory", "here")
		sub.SetErr(io.Discard)
		if got, _ := of(sub, nil, ""); !slices.Equal(got, want) {
			t.Errorf("--%s: %v, want %v", flag, got, want)
		}
	}
	if asked != "here" {
		t.Errorf("revisions of %q", asked)
	}
}

func TestShellSign(t *testing.T) {
	for word, want := range map[string]bool{"feature/x-1_a@v2.0": false, "überall": false, "a b": true, "$(x)": true, "a;b": true, "`x`": true, "a\nb": true} {
		if got := strings.ContainsFunc(word, ShellSign); got != want {
			t.Errorf("%q: %v", word, got)
		}
	}
}

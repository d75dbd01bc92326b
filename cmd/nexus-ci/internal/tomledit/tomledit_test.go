package tomledit

import (
	"strings"
	"testing"
)

var (
	path  = []string{"mcp_servers", "nexus-ci"}
	pairs = []Pair{{"command", "/usr/bin/nexus-ci"}, {"args", []string{"mcp"}}}
)

const ours = "[mcp_servers.nexus-ci]\ncommand = \"/usr/bin/nexus-ci\"\nargs = [\"mcp\"]\n"

func TestSet(t *testing.T) {
	for _, tc := range []struct{ name, before, want string }{
		{"no file", "", ours},
		{"beside others", "# mine\nmodel = \"x\" # fast\n\n[mcp_servers.other]\ncommand = \"o\"\n", "# mine\nmodel = \"x\" # fast\n\n[mcp_servers.other]\ncommand = \"o\"\n\n" + ours},
		{"no line end", "model = \"x\"", "model = \"x\"\n\n" + ours},
		{"there", ours + "\n[b]\n", ours + "\n[b]\n"},
		{"another program, keys of the user", "[mcp_servers.nexus-ci]\nenabled = false # for now\nargs = [\n  \"mcp\", # a\n  \"x\",\n]\ncommand = 'C:\\old' # b\n\n[b]\nc = 1\n",
			"[mcp_servers.nexus-ci]\nenabled = false # for now\nargs = [\"mcp\"]\ncommand = \"/usr/bin/nexus-ci\" # b\n\n[b]\nc = 1\n"},
		{"half of it", "[ mcp_servers . \"nexus-ci\" ] # ours\n# none\n", "[ mcp_servers . \"nexus-ci\" ] # ours\ncommand = \"/usr/bin/nexus-ci\"\nargs = [\"mcp\"]\n# none\n"},
		{"header in a string", "a = '''\n[mcp_servers.nexus-ci]\n'''\n", "a = '''\n[mcp_servers.nexus-ci]\n'''\n\n" + ours},
		{"lines of Windows", "a = 1\r\n", "a = 1\r\n\r\n" + strings.ReplaceAll(ours, "\n", "\r\n")},
	} {
		got, err := Set([]byte(tc.before), path, pairs)
		if err != nil || string(got) != tc.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", tc.name, err, got, tc.want)
		}
		again, err := Set(got, path, pairs)
		if err != nil || string(again) != string(got) {
			t.Errorf("%s: a second time: %v\n%s", tc.name, err, again)
		}
	}
}

// What Set added Remove takes out.
func TestRemove(t *testing.T) {
	for _, before := range []string{
		"", "# mine\nmodel = \"x\" # fast\n", "[a]\nb = 1\n\n\n", "a = 1\r\n", "[mcp_servers.other]\ncommand = \"o\"\n\n# end\n", "[[a]]\nb = 1\n[[a]]\nb = 2\n",
	} {
		set, err := Set([]byte(before), path, pairs)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Remove(set, path)
		if err != nil || string(got) != before {
			t.Errorf("%q: %v, %q", before, err, got)
		}
		if got, err = Remove(got, path); err != nil || string(got) != before {
			t.Errorf("%q: nothing to remove: %v, %q", before, err, got)
		}
	}
	const around = "a = 1\n\n[mcp_servers.nexus-ci]\ncommand = \"x\"\n\n[mcp_servers.nexus-ci.env]\nKEY = \"v\"\n\n# of b\n[b]\nc = 1\n"
	if got, err := Remove([]byte(around), path); err != nil || string(got) != "a = 1\n\n# of b\n[b]\nc = 1\n" {
		t.Errorf("%v, %q", err, got)
	}
}

// A file that cannot be changed without harm is an error.
func TestRefused(t *testing.T) {
	for content, want := range map[string]string{
		"a = \n": "not TOML: line 1",
		"mcp_servers = {other = {command = \"o\"}}\n":   "mcp_servers.nexus-ci is written in a way that cannot be changed",
		"[mcp_servers]\nnexus-ci = {command = \"o\"}\n": "cannot be changed",
		"mcp_servers.nexus-ci.command = \"o\"\n":        "cannot be changed",
		"mcp_servers = 1\n":                             "cannot be changed",
	} {
		if got, err := Set([]byte(content), path, pairs); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s\n%s", content, err, want, got)
		}
	}
	if got, err := Remove([]byte("mcp_servers.nexus-ci.command = \"o\"\n"), path); err == nil {
		t.Errorf("removed: %q", got)
	}
}

func FuzzEdit(f *testing.F) {
	f.Add("a = 1\n[b]\nc = [1, # x\n2]\n")
	f.Add(ours + "[mcp_servers.nexus-ci.env]\nA = \"\"\"\n[x]\n\"\"\"")
	f.Add("[[mcp_servers.nexus-ci]]\na = {}\n")
	f.Fuzz(func(t *testing.T, content string) {
		set, err := Set([]byte(content), path, pairs)
		if err != nil {
			return
		}
		if again, err := Set(set, path, pairs); err != nil || string(again) != string(set) {
			t.Errorf("a second time: %v, %q", err, again)
		}
		if _, err := Remove(set, path); err != nil && !strings.Contains(err.Error(), "cannot be changed") {
			t.Error(err)
		}
	})
}

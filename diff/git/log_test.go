package git_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nexus-ci/nexus-ci/diff"
	"github.com/nexus-ci/nexus-ci/diff/git"
)

func readLog(t testing.TB, r *git.Repo, from string, o diff.LogOptions) ([]diff.Commit, bool) {
	t.Helper()
	commits, complete, err := r.Log(context.Background(), from, o)
	if err != nil {
		t.Fatal(err)
	}
	return commits, complete
}

// logText writes a log as gitLog does.
func logText(commits []diff.Commit) string {
	var b strings.Builder
	for _, c := range commits {
		fmt.Fprintf(&b, "%s %d %s\n", c.ID, c.Time, c.Parent)
		for _, f := range c.Files {
			fmt.Fprintf(&b, "%s %s\n", strings.ToUpper(f.Status.String()[:1]), f.Path)
		}
	}
	return b.String()
}

func gitLog(f *fixture, from string, options ...string) string {
	f.t.Helper()
	args := append([]string{"log", "--first-parent", "-m", "-z", "--raw", "--no-renames", "--no-abbrev", "--format=%x01%H %ct %P"}, options...)
	var b strings.Builder
	for _, c := range strings.Split(f.git(append(args, from)...), "\x01")[1:] {
		fields := strings.Split(c, "\x00")
		head := strings.Fields(fields[0])
		parent := ""
		if len(head) > 2 {
			parent = head[2]
		}
		fmt.Fprintf(&b, "%s %s %s\n", head[0], head[1], parent)
		for i := 1; i+1 < len(fields); i += 2 {
			if fields[i] == "" {
				i--
				continue
			}
			letter := strings.Replace(fields[i][len(fields[i])-1:], "T", "M", 1)
			fmt.Fprintf(&b, "%s %s\n", letter, fields[i+1])
		}
	}
	return b.String()
}

// Of random histories, with merges, deletions, changes of mode, links, directories
// that become files and files that become directories, the log is that of git.
func TestLogIsThatOfGit(t *testing.T) {
	f := newRepo(t)
	for seed := range uint64(4) {
		random := rand.New(rand.NewPCG(seed, 6))
		var in strings.Builder
		const n = 60
		for i := range n {
			message := fmt.Sprintf("change %d", i)
			fmt.Fprintf(&in, "commit refs/heads/s%d-%d\nmark :%d\ncommitter A <a@example.org> %d +0000\ndata %d\n%s\n", seed, i, i+1, 1000+i, len(message), message)
			if i > 0 {
				fmt.Fprintf(&in, "from :%d\n", i-random.IntN(min(i, 2)))
			}
			if i > 3 && random.IntN(3) == 0 {
				fmt.Fprintf(&in, "merge :%d\n", 1+random.IntN(i-2))
			}
			for range random.IntN(5) {
				// Short names, so that one is now a file and now a directory.
				path := []string{"a", "a-b", "b", "a/b", "a/b/c", "b/a", "b.a", "b/c/d/e"}[random.IntN(8)]
				switch random.IntN(4) {
				case 0:
					fmt.Fprintf(&in, "D %s\n", path)
				case 1:
					fmt.Fprintf(&in, "M %s inline %s\ndata 1\n%d\n", []string{"100755", "120000"}[random.IntN(2)], path, random.IntN(3))
				default:
					fmt.Fprintf(&in, "M 100644 inline %s\ndata 1\n%d\n", path, random.IntN(3))
				}
			}
			in.WriteString("\n")
		}
		f.gitIn(in.String(), "fast-import", "--quiet", "--force")
		from := f.git("rev-parse", fmt.Sprintf("s%d-%d", seed, n-1))
		for _, workers := range []int{1, 3} {
			commits, complete := readLog(t, f.open(), from, diff.LogOptions{Workers: workers})
			if differs := cmp.Diff(gitLog(f, from), logText(commits)); differs != "" || !complete {
				t.Fatalf("seed %d, %d workers, complete %v (-git +ours):\n%s", seed, workers, complete, differs)
			}
		}
	}
}

func TestLogEnds(t *testing.T) {
	f := newRepo(t)
	ids := f.history(50, func(i int) []int {
		if i == 0 {
			return nil
		}
		return []int{i - 1}
	}, func(i int) int { return 1000 + i })
	slices.Reverse(ids) // newest first
	f.git("update-ref", "refs/heads/main", ids[0])
	shallow, treeless := f.clone("--depth=5"), func() *fixture {
		f.git("config", "uploadpack.allowFilter", "true")
		return f.clone("--bare", "--filter=tree:0")
	}()
	for name, test := range map[string]struct {
		from     *fixture
		o        diff.LogOptions
		want     int
		complete bool
	}{
		"everything":              {f, diff.LogOptions{}, 50, true},
		"so many":                 {f, diff.LogOptions{Most: 7}, 7, true},
		"more than there are":     {f, diff.LogOptions{Most: 70}, 50, true},
		"since":                   {f, diff.LogOptions{Since: 1040}, 10, true},
		"since and so many":       {f, diff.LogOptions{Since: 1040, Most: 3}, 3, true},
		"before a commit":         {f, diff.LogOptions{Stop: func(c *diff.Commit) bool { return c.ID == ids[0] || c.ID == ids[4] }}, 4, true},
		"the clone":               {shallow, diff.LogOptions{}, 4, false},
		"the options, in a clone": {shallow, diff.LogOptions{Most: 4}, 4, true},
		// All have one tree: only what the first one added cannot be told.
		"where trees are missing": {treeless, diff.LogOptions{}, 49, false},
	} {
		t.Run(name, func(t *testing.T) {
			commits, complete := readLog(t, test.from.open(), ids[0], test.o)
			if len(commits) != test.want || complete != test.complete {
				t.Errorf("%d commits, complete %v; want %d, %v", len(commits), complete, test.want, test.complete)
			}
			for i, c := range commits {
				if c.ID != ids[i] {
					t.Errorf("commit %d is %s, want %s", i, c.ID, ids[i])
				}
			}
		})
	}
	if _, _, err := f.open().Log(context.Background(), strings.Repeat("0", 40), diff.LogOptions{}); err == nil {
		t.Error("no error for a commit that is not there")
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := f.open().Log(stopped, ids[0], diff.LogOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Authors and titles are those of the pull request, not of who merged it.
func TestLogOfPullRequests(t *testing.T) {
	for _, test := range []struct {
		name, message string
		title         string
		requested     bool
	}{
		{"GitHub", "Merge pull request #12 from a/b\n\nFix the parser\n\nIt was broken.\n", "Fix the parser", true},
		{"GitHub without a title", "Merge pull request #12 from a/b\n", "Merge pull request #12 from a/b", true},
		{"GitLab", "Merge branch 'b' into 'main'\n\nFix the parser\n\nSee merge request a/c!12\n", "Fix the parser", true},
		{"Bitbucket", "Merged in a/b (pull request #12)\n\nFix the parser\n", "Fix the parser", true},
		{"a bot", "Auto merge of #12 - a:b, r=c\n\nFix the parser\n", "Fix the parser", true},
		{"another bot", "Merge #12\n\n12: Fix the parser r=c a=b\n\nIt was broken.\n", "Fix the parser", true},
		{"a branch", "Merge branch 'b' into main\n\nConflicts:\n\tc\n", "Merge branch 'b' into main", false},
		{"words of one's own", "Bring the parser\nfrom b\n\nFix it\n", "Bring the parser from b", false},
		{"no words", "", "", false},
		{"a long title", "Merge pull request #12 from a/b\n\n" + strings.Repeat("é", 400), strings.Repeat("é", 250), true},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newRepo(t)
			f.gitIn(fmt.Sprintf(`commit refs/heads/main
mark :1
author Merger <merger@example.org> 1 +0000
committer A <a@example.org> 1 +0000
data 1
x
commit refs/heads/topic
mark :2
author Writer <Writer@example.org> 2 +0000
committer A <a@example.org> 2 +0000
data 1
x
from :1
commit refs/heads/main
mark :3
author Merger <merger@example.org> 3 +0000
committer A <a@example.org> 3 +0000
data %d
%s
from :1
merge :2
commit refs/heads/main
author Writer <writer@example.org> 4 +0000
committer A <a@example.org> 4 +0000
data 1
x
from :3
`, len(test.message), test.message), "fast-import", "--quiet", "--force")
			commits, _ := readLog(t, f.open(), f.git("rev-parse", "main"), diff.LogOptions{})
			merger, merge, writer := commits[2].Author, commits[1], commits[0].Author
			want := merger
			if test.requested {
				want = writer
			}
			if merge.Title != test.title || merge.Author != want || !merge.Merge || merger == writer {
				t.Errorf("title %q, author %s, want %q, %s (merged by %s)", merge.Title, merge.Author, test.title, want, merger)
			}
			if strings.ContainsAny(merger, "@ ") || len(merger) != 16 {
				t.Errorf("the token %q may say who it is", merger)
			}
		})
	}
}

// A commit that changes too much at once says nothing of any file.
func TestLogOfWideCommit(t *testing.T) {
	f := newRepo(t)
	var in strings.Builder
	in.WriteString("commit refs/heads/main\ncommitter A <a@example.org> 1 +0000\ndata 0\n\n")
	for i := range 5001 {
		fmt.Fprintf(&in, "M 644 inline d%d/f%d\ndata 0\n\n", i%7, i)
	}
	in.WriteString("commit refs/heads/main\ncommitter A <a@example.org> 2 +0000\ndata 0\n\nM 644 inline d1/f1\ndata 1\nx\n")
	f.gitIn(in.String(), "fast-import", "--quiet")
	commits, complete := readLog(t, f.open(), f.git("rev-parse", "main"), diff.LogOptions{})
	if !complete || len(commits) != 2 || len(commits[0].Files) != 1 || len(commits[1].Files) != 0 {
		t.Errorf("complete %v, %d commits", complete, len(commits))
	}
}

// What a log says of a commit hangs on where the clone ends.
func TestLogVersion(t *testing.T) {
	f := newRepo(t)
	f.commit("a", "1")
	f.commit("a", "2")
	whole, shallow := f.open().LogVersion(), f.clone("--depth=1").open().LogVersion()
	if whole != f.clone().open().LogVersion() || whole == shallow || whole == "" {
		t.Errorf("version %q of the whole clone, %q of a shallow one", whole, shallow)
	}
}

// Trees within trees can differ in millions of places, in each of many commits.
func TestLogIsBounded(t *testing.T) {
	f := newRepo(t)
	blob := f.object("blob", "x")
	ten := numbered(10, "")
	for name, bottom := range map[string]string{"files": f.tree(blob, false, ten...), "empty directories": f.tree("", true)} {
		t.Run(name, func(t *testing.T) {
			bomb := f.tower(bottom, 10, ten...)
			commit := func(tree string, parents ...string) string {
				content := "tree " + tree + "\n"
				for _, p := range parents {
					content += "parent " + p + "\n"
				}
				return f.object("commit", content+"author A <a@example.org> 1700000000 +0000\ncommitter A <a@example.org> 1700000000 +0000\n\nx\n")
			}
			small := f.tree(blob, false, "a")
			at := commit(small)
			at = commit(f.tree(bomb, true, "b"), at)
			at = commit(small, at)
			at = commit(f.tree(blob, false, "a", "c"), at)
			commits, _, err := f.open().Log(t.Context(), at, diff.LogOptions{})
			if err != nil {
				t.Fatal(err)
			}
			var files []int
			for _, c := range commits {
				files = append(files, len(c.Files))
			}
			if want := []int{1, 0, 0, 1}; !slices.Equal(files, want) {
				t.Errorf("files of the commits %v, want %v", files, want)
			}
			if name == "files" {
				return // 5000 of them are met before as many directories
			}
			for i := range 250 {
				at = commit(f.tree(bomb, true, fmt.Sprintf("b%d", i)), at)
			}
			var limit *git.LimitError
			for workers := 1; workers < 3; workers++ {
				if _, _, err := f.open().Log(t.Context(), at, diff.LogOptions{Workers: workers}); !errors.As(err, &limit) {
					t.Errorf("with %d workers: %v", workers, err)
				}
			}
		})
	}
}

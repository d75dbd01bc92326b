// Package demo makes a small repository in which a branch breaks what it does not show, so
// that somebody who has just installed the program sees a report before a repository of
// their own is at hand.
//
// In: an empty directory. Out: a git repository in it, with the branches Base and Head.
//
// Invariants: the repository has the same commit ids wherever and whenever it is made; git
// itself is not needed, nor the network.
package demo

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/rogpeppe/go-internal/txtar"
)

// The branches: Head is to be merged into Base, which has moved on since.
const (
	Base = "main"
	Head = "refunds"
)

// Symbol is one that Head changes.
const Symbol = "Gateway.Charge"

// About says what the repository is.
const About = "A small shop: a service in Go, a page in TypeScript, jobs in Python. The branch " + Head + " takes\n" +
	"payments in other currencies; " + Base + " has moved on since it was made."

//go:embed shop.txtar
var shop []byte

// commits are made in this order. Each is laid over the one before it on its branch.
var commits = [...]struct{ tree, branch, title, author, date string }{
	{"start", Base, "Take orders", "Ada", "2025-03-03T09:00:00Z"},
	{"refunds", Head, "Take payments in other currencies", "Grace", "2025-03-04T10:00:00Z"},
	{"moved", Base, "Remind customers of open orders", "Ada", "2025-03-05T11:00:00Z"},
}

// Make makes the repository in dir, which it creates unless it is there and empty. In the end
// Head is checked out.
func Make(dir string) error {
	if err := prepare(dir); err != nil {
		return err
	}
	repo, err := git.PlainInitWithOptions(dir, &git.PlainInitOptions{InitOptions: git.InitOptions{DefaultBranch: plumbing.NewBranchReferenceName(Base)}})
	if err != nil {
		return fmt.Errorf("make the repository: %w", err)
	}
	work, err := repo.Worktree()
	if err != nil {
		return fmt.Errorf("make the repository: %w", err)
	}
	archive := txtar.Parse(shop)
	for i, c := range commits {
		name := plumbing.NewBranchReferenceName(c.branch)
		if i > 0 {
			_, err := repo.Reference(name, false)
			if err := work.Checkout(&git.CheckoutOptions{Branch: name, Create: err != nil}); err != nil {
				return fmt.Errorf("check out %s: %w", c.branch, err)
			}
		}
		if err := write(dir, archive, c.tree+"/"); err != nil {
			return err
		}
		when, err := time.Parse(time.RFC3339, c.date)
		if err != nil {
			return err
		}
		who := &object.Signature{Name: c.author, Email: strings.ToLower(c.author) + "@example.com", When: when}
		if err := work.AddWithOptions(&git.AddOptions{All: true}); err != nil {
			return fmt.Errorf("commit %s: %w", c.tree, err)
		}
		if _, err := work.Commit(c.title+"\n", &git.CommitOptions{Author: who, Committer: who}); err != nil {
			return fmt.Errorf("commit %s: %w", c.tree, err)
		}
	}
	if err := work.Checkout(&git.CheckoutOptions{Branch: plumbing.NewBranchReferenceName(Head)}); err != nil {
		return fmt.Errorf("check out %s: %w", Head, err)
	}
	return nil
}

// ErrNotEmpty is returned where the directory holds something.
var ErrNotEmpty = errors.New("the directory is not empty")

func prepare(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err == nil && len(entries) > 0 {
		err = fmt.Errorf("%s: %w", dir, ErrNotEmpty)
	}
	return err
}

// write writes the files of the archive below prefix into dir.
func write(dir string, archive *txtar.Archive, prefix string) error {
	for _, f := range archive.Files {
		name, ok := strings.CutPrefix(f.Name, prefix)
		if !ok {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

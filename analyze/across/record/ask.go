package record

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sourcegraph/conc/pool"

	"github.com/nexus-ci/nexus-ci/analyze/across"
	"github.com/nexus-ci/nexus-ci/analyze/cache"
	"github.com/nexus-ci/nexus-ci/analyze/cache/remote"
)

const (
	// maxRepositories bounds the repositories that are read for an answer.
	maxRepositories = 20_000
	// maxPlaces bounds the places of a user that are named.
	maxPlaces = 10
)

// An Answer says who uses what was asked for.
type Answer struct {
	// Read is the number of repositories whose records could be read, Known the number of those that
	// are known. Oldest is the commit time of the oldest that was read.
	Read, Known int
	Oldest      time.Time
	Symbols     []Symbol // those with a user, in the order of the questions
}

// A Symbol is a symbol with its users.
type Symbol struct {
	across.Symbol
	Package string
	Users   []User // those that break soonest first, then by name
	// Hidden is the number of further users, whose names not all readers may see.
	Hidden int
}

// A User is a repository that uses a symbol.
type User struct {
	Repository string
	Version    string // that it pins
	Breaks     string // when a change reaches it: across.OnUpgrade, OnNextBuild or Unknown
	Places     []across.Use
	Uses       int // number of all places
}

// A Query is what Ask is to find.
type Query struct {
	Questions []across.Question
	// Own is the name of the repository of the questions, whose own uses do not count.
	Own string
	// Known is the number of repositories that there are, 0: those with records.
	Known int
	// Visible reports whether readers of the answer may see a repository; nil: all are.
	Visible func(repository string) bool
}

// Ask answers questions from the records of a store. It takes at most remote.Patience.
func Ask(ctx context.Context, store *remote.Store, q Query) (*Answer, error) {
	limited, cancel := context.WithTimeoutCause(ctx, remote.Patience, fmt.Errorf("no answer within %s", remote.Patience))
	defer cancel()
	known, err := store.List(limited, repositories)
	if err != nil {
		return nil, err
	}
	s := &search{store: store, states: make(map[cache.Key]*Repository)}
	users := make([][]cache.Key, len(q.Questions)) // by question, each once
	records := make([]map[cache.Key][]*useRecord, len(q.Questions))
	for i := range q.Questions {
		records[i] = make(map[cache.Key][]*useRecord)
		for _, root := range q.Questions[i].Roots {
			members, err := store.List(limited, groupOf(root))
			if err != nil {
				return nil, err
			}
			members = members[:min(len(members), maxRepositories)]
			for k, r := range s.uses(limited, groupOf(root), members) {
				if r != nil {
					users[i] = append(users[i], members[k])
					records[i][members[k]] = append(records[i][members[k]], r)
				}
			}
		}
		sortKeys(users[i])
		users[i] = slices.Compact(users[i])
	}
	s.readStates(limited, slices.Concat(users...)) // before the others, which only count
	s.readStates(limited, known[:min(len(known), maxRepositories)])
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(s.states) == 0 && len(known) > 0 && limited.Err() != nil {
		return nil, context.Cause(limited)
	}
	a := &Answer{Read: len(s.states), Known: max(q.Known, len(known), len(s.states))}
	for _, r := range s.states {
		if a.Oldest.IsZero() || r.Committed.Before(a.Oldest) {
			a.Oldest = r.Committed
		}
	}
	for i := range q.Questions {
		a.add(&q, &q.Questions[i], users[i], records[i], s.states)
	}
	return a, nil
}

func sortKeys(keys []cache.Key) {
	slices.SortFunc(keys, func(a, b cache.Key) int { return bytes.Compare(a[:], b[:]) })
}

// A search reads records.
type search struct {
	store  *remote.Store
	mu     sync.Mutex
	states map[cache.Key]*Repository
}

// uses reads the records of a group; nil for one that cannot be used.
func (s *search) uses(ctx context.Context, group cache.Key, members []cache.Key) []*useRecord {
	out := make([]*useRecord, len(members))
	reading := pool.New().WithMaxGoroutines(readers)
	for i := range members {
		reading.Go(func() {
			if ctx.Err() != nil {
				return
			}
			r, err := readUses(ctx, s.store, group, members[i])
			if err == nil {
				out[i] = r
			}
		})
	}
	reading.Wait()
	return out
}

// readStates reads the states of repositories that are not read yet.
func (s *search) readStates(ctx context.Context, members []cache.Key) {
	reading := pool.New().WithMaxGoroutines(readers)
	for _, m := range members {
		s.mu.Lock()
		_, has := s.states[m]
		s.mu.Unlock()
		if has {
			continue
		}
		reading.Go(func() {
			if ctx.Err() != nil {
				return
			}
			if r, err := readRepository(ctx, s.store, m); err == nil {
				s.mu.Lock()
				s.states[m] = r
				s.mu.Unlock()
			}
		})
	}
	reading.Wait()
}

// add adds the users of the symbols of a question.
func (a *Answer) add(q *Query, asked *across.Question, members []cache.Key, records map[cache.Key][]*useRecord, states map[cache.Key]*Repository) {
	symbols := make([]Symbol, len(asked.Symbols))
	byName := make(map[string][]int)
	for i := range asked.Symbols {
		symbols[i] = Symbol{Symbol: asked.Symbols[i], Package: asked.Package}
		for _, name := range asked.Symbols[i].Names {
			byName[name] = append(byName[name], i)
		}
	}
	for _, m := range members {
		state := states[m]
		if state == nil || strings.EqualFold(state.Name, q.Own) {
			continue
		}
		found := make(map[int][]across.Use)
		var pin *across.Pin
		for _, r := range records[m] {
			at := slices.IndexFunc(r.Pins, func(p across.Pin) bool { return p.Package == asked.Package })
			if at < 0 || r.Commit != state.Commit && !r.Committed.After(state.Committed) {
				continue // it is of another package, or may be gone
			}
			pin = &r.Pins[at]
			for _, u := range r.Uses {
				for _, i := range asked.Meant(byName, u.Name) {
					found[i] = append(found[i], u)
				}
			}
		}
		for i, uses := range found {
			if q.Visible != nil && !q.Visible(state.Name) {
				symbols[i].Hidden++
				continue
			}
			symbols[i].Users = append(symbols[i].Users, user(state.Name, pin, uses))
		}
	}
	for i := range symbols {
		s := &symbols[i]
		slices.SortFunc(s.Users, func(a, b User) int {
			return cmp.Or(cmp.Compare(soon(a.Breaks), soon(b.Breaks)), cmp.Compare(a.Repository, b.Repository))
		})
		if len(s.Users)+s.Hidden > 0 {
			a.Symbols = append(a.Symbols, *s)
		}
	}
}

// soon orders users by when they break.
func soon(breaks string) int {
	return slices.Index([]string{across.OnNextBuild, across.OnUpgrade, across.Unknown}, breaks)
}

func user(repository string, pin *across.Pin, uses []across.Use) User {
	slices.SortFunc(uses, func(a, b across.Use) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	uses = slices.CompactFunc(uses, func(a, b across.Use) bool { return a.Path == b.Path && a.Line == b.Line })
	return User{Repository: repository, Version: pin.Version, Breaks: pin.Breaks, Places: uses[:min(len(uses), maxPlaces)], Uses: len(uses)}
}

// IsUnavailable reports whether an error says that a store keeps no records at all.
func IsUnavailable(err error) bool { return errors.Is(err, remote.ErrNoList) }

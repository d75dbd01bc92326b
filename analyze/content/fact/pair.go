package fact

// A File is one version of a file.
type File struct {
	Path    string
	Content []byte
}

// A Pair is both versions of a changed file; Old is nil for an added, New for a deleted one.
type Pair struct{ Old, New *File }

// Path is the path of the new version, of the old one where the file is gone.
func (p *Pair) Path() string {
	if p.New != nil {
		return p.New.Path
	}
	return p.Old.Path
}

// At places a fact on a side of the pair.
func (p *Pair) At(side Side, line int, f Fact) Fact {
	f.Path, f.Side, f.Line = p.Path(), side, line
	if side == Base {
		f.Path = p.Old.Path
	}
	return f
}

// A Problem is a version of a file that could not be understood.
type Problem struct {
	Path    string
	Side    Side
	Cause   Cause
	Message string // one line for people
}

// A Cause says why a version of a file could not be understood.
type Cause uint8

const (
	Malformed Cause = iota // its parser refuses it
	TooLarge               // it is larger than what is read
	Unread                 // the repository does not have it
	Bug                    // its reader ended in a bug
)

// A Reader returns the facts of the changed files of one family, in any order. The facts of a
// pair of which one version cannot be understood are left out, and the problem is returned.
type Reader func(pairs []Pair) ([]Fact, []Problem)

// Both reads the versions of a pair; of one that is not there the zero value. With a problem
// they cannot be compared.
func Both[T any](p *Pair, read func(*File) (T, error)) (old, new T, problems []Problem) {
	var err error
	if p.Old != nil {
		if old, err = read(p.Old); err != nil {
			problems = append(problems, Problem{Path: p.Old.Path, Side: Base, Message: err.Error()})
		}
	}
	if p.New != nil {
		if new, err = read(p.New); err != nil {
			problems = append(problems, Problem{Path: p.New.Path, Side: Head, Message: err.Error()})
		}
	}
	return old, new, problems
}

// A Match has the entries of one key in both versions. Old is empty for what is new, New for
// what is gone.
type Match[E any] struct{ Old, New []*E }

// MatchBy groups the entries of both versions by their key: first those that are gone, in the
// order of old, then all others in the order of new.
func MatchBy[K comparable, E any](old, new []E, key func(*E) K) []Match[E] {
	before, gone := group(old, key)
	after, order := group(new, key)
	var out []Match[E]
	for _, k := range gone {
		if after[k] == nil {
			out = append(out, Match[E]{Old: before[k]})
		}
	}
	for _, k := range order {
		out = append(out, Match[E]{Old: before[k], New: after[k]})
	}
	return out
}

// group returns the entries by key, and the keys in order.
func group[K comparable, E any](entries []E, key func(*E) K) (map[K][]*E, []K) {
	groups, order := make(map[K][]*E), []K(nil)
	for i := range entries {
		k := key(&entries[i])
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], &entries[i])
	}
	return groups, order
}

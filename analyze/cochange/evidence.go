package cochange

import "math"

// A Kind is one kind of evidence that a file has to change with another.
type Kind int

const (
	Share  Kind = iota // of the seed's commits that changed both, as a logarithm
	Focus              // the same where commits of many files count less, as a root
	Recent             // changed just now
	Busy               // changed often
	Far                // steps between the directories, below 0
	Beside             // 1: in the same directory
	Named              // the touched lines say its name
	Alike              // the files say the same words
	Gone               // it says words that the change takes away
	Fresh              // it says words that the change brings in
	Around             // it says words that stand in and around the touched lines
	Kept               // it says words that the touched lines say before and after
	Linked             // 1: one of the two files uses the other
	Uses               // it uses what the change touches
	kinds
)

// String returns the name of the constant in lower case.
func (k Kind) String() string {
	return [...]string{"share", "focus", "recent", "busy", "far", "beside", "named", "alike", "gone", "fresh", "around", "kept", "linked", "uses"}[k]
}

// Evidence is what speaks for a file, by kind. A value of 0 says nothing, except for Share.
type Evidence [kinds]float64

// weights of evidence. They were fitted to 945 changes of seven open-source projects (in
// Go, TypeScript, JavaScript, Python, Java and Rust), of which one file was shown and the
// others had to be found; see analyze/cochange/fit.
var weights = Evidence{
	Share: 0.174, Focus: 2.292, Recent: 1.072, Busy: 0.490,
	Far: 0.168, Beside: 0.458, Named: 1.762,
	Alike: 1.537, Gone: 5.247, Fresh: 3.754, Around: 3.156, Kept: 2.511,
	Linked: 0.947, Uses: 0.636,
}

func (e *Evidence) score() float64 {
	var sum float64
	for k, x := range e {
		sum += weights[k] * x
	}
	return sum
}

// evidence weighs what speaks for a file to change with the seed of the view.
func (v *view) evidence(file int) Evidence {
	x := v.index
	t := v.together[x.files[file].Path]
	e := Evidence{
		Share:  math.Log(leastShare + t.Share),
		Focus:  math.Sqrt(t.Focus),
		Recent: math.Log1p(x.activity[file].now),
		Busy:   math.Log1p(x.activity[file].lately),
		Named:  v.names(file),
		Alike:  x.words.likeness(v.seed, file),
		Gone:   v.gone.overlap(file),
		Fresh:  v.fresh.overlap(file),
		Around: v.around.overlap(file),
		Kept:   v.kept.overlap(file),
	}
	steps := distance(v.path, x.files[file].Path)
	e[Far] = -float64(min(steps, 8))
	if steps == 0 {
		e[Beside] = 1
	}
	if l, ok := v.links[file]; ok {
		e[Linked], e[Uses] = 1, math.Log1p(4*l.uses)
	}
	return e
}

// leastShare keeps the logarithm of no share finite.
const leastShare = 0.01

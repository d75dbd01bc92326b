package cochange

import "math"

// A Kind is one kind of evidence that a file has to change with another.
type Kind int

const (
	Share  Kind = iota // share of the seed's commits that changed both (logarithm)
	Focus              // share in which commits of many files count less (square root)
	Recent             // how often the file changed in the very last commits
	Busy               // how often the file changed lately
	Far                // distance between the directories, negative
	Beside             // 1: in the same directory
	Named              // part of the file's name that is in the touched lines
	Alike              // similarity of the words of both files
	Gone               // the file contains words that the change removes
	Fresh              // the file contains words that the change adds
	Around             // the file contains words in and around the touched lines
	Kept               // the file contains words that the touched lines have before and after
	Linked             // 1: one of the two files uses the other
	Uses               // uses by the file of symbols that the change touches
	kinds
)

// String returns the name of the constant in lower case.
func (k Kind) String() string {
	return [...]string{"share", "focus", "recent", "busy", "far", "beside", "named", "alike", "gone", "fresh", "around", "kept", "linked", "uses"}[k]
}

// Evidence holds a number for each kind. 0 means no evidence, except for Share.
type Evidence [kinds]float64

// weights of the evidence. They were fitted to 945 changes of seven open-source projects in
// Go, TypeScript, JavaScript, Python, Java and Rust: one file of a change was given and the
// others had to be found. See analyze/cochange/fit.
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

// evidence returns the evidence that a file changes together with the seed of the view.
func (v *view) evidence(file int) Evidence {
	x := v.index
	t := v.together[x.files[file].Path]
	e := Evidence{
		Share:  math.Log(leastShare + t.Share),
		Focus:  math.Sqrt(t.Focus),
		Recent: math.Log1p(x.activity[file].now),
		Busy:   math.Log1p(x.activity[file].lately),
		Named:  v.names(file),
		Alike:  x.words.similarity(v.seed, file),
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

// leastShare keeps the logarithm finite where no commit changed both.
const leastShare = 0.01

package cochange

import "math"

// evidence is what speaks for a file. A value of 0 says nothing, except for share.
type evidence struct {
	share  float64 // of the seed's commits that changed both, as a logarithm
	focus  float64 // the same where commits of many files count less, as a root
	recent float64 // changed just now
	busy   float64 // changed often
	far    float64 // steps between the directories, below 0
	beside float64 // 1: in the same directory
	named  float64 // the touched lines say its name
	alike  float64 // the files say the same words
	gone   float64 // it says words that the change takes away
	fresh  float64 // it says words that the change brings in
	around float64 // it says words that stand around the touched lines
	linked float64 // 1: one of the two files uses the other
	uses   float64 // it uses what the change touches
}

// weights of evidence. They were fitted to 945 changes of seven open-source projects (in
// Go, TypeScript, JavaScript, Python, Java and Rust), of which one file was shown and the
// others had to be found: a conditional logistic regression over all files of each
// project, each project counting the same.
var weights = evidence{
	share: 0.182, focus: 2.217, recent: 1.069, busy: 0.463,
	far: 0.173, beside: 0.450, named: 1.918,
	alike: 1.728, gone: 5.400, fresh: 3.771, around: 4.250,
	linked: 0.972, uses: 0.656,
}

func (e *evidence) score() float64 {
	w := &weights
	return w.share*e.share + w.focus*e.focus + w.recent*e.recent + w.busy*e.busy +
		w.far*e.far + w.beside*e.beside + w.named*e.named +
		w.alike*e.alike + w.gone*e.gone + w.fresh*e.fresh + w.around*e.around +
		w.linked*e.linked + w.uses*e.uses
}

// evidence weighs what speaks for a file to change with the seed of the view.
func (v *view) evidence(file int) evidence {
	x := v.index
	t := v.together[x.files[file].Path]
	e := evidence{
		share:  math.Log(0.01 + t.Share),
		focus:  math.Sqrt(t.Focus),
		recent: math.Log1p(x.activity[file].now),
		busy:   math.Log1p(x.activity[file].lately),
		named:  v.names(file),
		alike:  x.words.likeness(v.seed, file),
		gone:   v.gone.overlap(file),
		fresh:  v.fresh.overlap(file),
		around: v.around.overlap(file),
	}
	steps := distance(v.path, x.files[file].Path)
	e.far = -float64(min(steps, 8))
	if steps == 0 {
		e.beside = 1
	}
	if l, ok := v.links[file]; ok {
		e.linked, e.uses = 1, math.Log1p(4*l.uses)
	}
	return e
}

package labels

import (
	"math"
	"regexp"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/history"
)

// A past is what figures need of the commits before a change.
type past struct {
	commits []done
	byPath  map[string][]int
}

// A done is one commit of the past.
type done struct {
	time        int64
	fix, revert bool
	lines       int
}

func newPast() past { return past{byPath: make(map[string][]int)} }

func (p *past) add(e *entry, source []*file, fix bool) {
	p.commits = append(p.commits, done{e.time, fix, strings.HasPrefix(strings.ToLower(e.title), "revert"), churn(source)})
	for _, f := range source {
		if f.old != "" && f.new != "" && f.old != f.new {
			p.byPath[f.new] = append(p.byPath[f.new], p.byPath[f.old]...)
		}
		p.byPath[f.path()] = append(p.byPath[f.path()], len(p.commits)-1)
	}
}

var (
	reference    = regexp.MustCompile(`#\d+|\b[A-Z]{2,}-\d+`)
	doesMore     = regexp.MustCompile(`(?i)\b(add|adds|added|support|supports|implement|implements|introduce|feature|allow|new)\b|^feat`)
	restructures = regexp.MustCompile(`(?i)\b(refactor\w*|clean ?up|simplif\w+|rename\w*|move[sd]?|extract\w*|rewrit\w+|rework\w*|moderni[sz]e\w*|migrat\w+|convert\w*|split\w*|reorgani[sz]e\w*|port)\b`)
	removes      = regexp.MustCompile(`(?i)\b(remove[sd]?|removing|delete[sd]?|drop(s|ped)?)\b`)
	speeds       = regexp.MustCompile(`(?i)\b(perf|performance|optimi[sz]\w+|faster|speed\w*|cache\w*|caching|async\w*|concurren\w+|parallel\w*|lock\w*|thread\w*)\b`)
)

// figures returns what the log tells of a change before it is made.
func (r *reader) figures(e *entry, source []*file) map[string]float64 {
	f := map[string]float64{
		"files": float64(len(source)), "dirs": dirs(source), "body": float64(len(e.body)), "title length": float64(len(e.title)),
		"pull request": truth(pullOf.MatchString(e.subject)), "reference": truth(reference.MatchString(e.title + "\n" + e.body)),
		"title adds": truth(doesMore.MatchString(e.title)), "title restructures": truth(restructures.MatchString(e.title)),
		"title removes": truth(removes.MatchString(e.title)), "title speeds": truth(speeds.MatchString(e.title)),
	}
	shares := make([]float64, len(source))
	for i, s := range source {
		if s.old == "" {
			f["new files"]++
		}
		if s.new == "" {
			f["deleted files"]++
		}
		f["file lines"] += float64(len(r.lines[s.old])) / float64(len(source))
		f["largest file"] = max(f["largest file"], float64(len(r.lines[s.old])))
		for k := range s.hunks {
			h := &s.hunks[k]
			f["hunks"]++
			f["added"] += float64(len(h.added))
			f["removed"] += float64(len(h.removed))
			shares[i] += float64(len(h.added) + len(h.removed))
		}
	}
	f["entropy"] = entropy(shares)
	for i := range e.files {
		if p := e.files[i].path(); p != "" && r.Source(p) && r.Test(p) {
			f["test files"]++
			for k := range e.files[i].hunks {
				f["tests added"] += float64(len(e.files[i].hunks[k].added))
				f["tests removed"] += float64(len(e.files[i].hunks[k].removed))
			}
			if e.files[i].new == "" {
				f["tests lost"]++
			}
		}
	}
	r.past.figures(f, e.time, source)
	return f
}

// figures adds what happened lately to the repository and to the files.
func (p *past) figures(f map[string]float64, now int64, source []*file) {
	const window = 100
	last := p.commits[max(len(p.commits)-window, 0):]
	for i := range last {
		f["share of fixes"] += truth(last[i].fix) / float64(len(last))
	}
	for i := len(p.commits) - 1; i >= 0 && now-p.commits[i].time <= 30*history.Day; i-- {
		f["pace"]++
	}
	for _, s := range source {
		before := s.old
		if before == "" {
			continue
		}
		for k, i := range p.byPath[before] {
			c := &p.commits[i]
			switch age := now - c.time; {
			case age <= 30*history.Day:
				f["changes of 30 days"]++
				f["lines of 30 days"] += float64(c.lines)
				f["fixes of 30 days"] += truth(c.fix)
			case age <= 365*history.Day:
				f["changes of a year"]++
			}
			if c.revert && now-c.time <= 365*history.Day {
				f["reverts"]++
			}
			if k == 0 {
				f["file age"] += float64(now-c.time) / history.Day / float64(len(source))
			}
			f["past fixes share"] += truth(c.fix) / float64(len(p.byPath[before])) / float64(len(source))
		}
	}
}

func entropy(shares []float64) float64 {
	sum, h := 0.0, 0.0
	for _, s := range shares {
		sum += s
	}
	for _, s := range shares {
		if s > 0 {
			h -= s / sum * math.Log2(s/sum)
		}
	}
	return h
}

func truth(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

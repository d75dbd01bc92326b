package resolve

import (
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
)

// isWritten reports whether any code assigns to a member of that name.
func (r *resolver) isWritten(name string) bool {
	if r.writes == nil {
		r.writes = make(map[string]bool)
		for i := range r.files {
			for j := range r.files[i].facts.Exprs {
				if e := &r.files[i].facts.Exprs[j]; e.Kind == facts.Member && e.Flags&facts.Write != 0 {
					r.writes[e.Name] = true
				}
			}
		}
	}
	return r.writes[name]
}

// inSubtype reports whether a value declared as s may have the member because
// it is of a type below.
func (r *resolver) inSubtype(s int32, name string) bool {
	if r.checking {
		return false
	}
	if r.subtypes == nil {
		r.subtypes = make(map[int32][]int32)
		for i := range r.syms {
			if isType(r.def(int32(i)).Kind) {
				for _, b := range r.basesOf(int32(i)) {
					r.subtypes[b.sym] = append(r.subtypes[b.sym], int32(i))
				}
			}
		}
	}
	r.checking = true
	defer func() { r.checking = false }()
	queue := append([]int32(nil), r.subtypes[s]...)
	for n := 0; n < len(queue) && n < 500; n++ {
		if fd := r.typeMember(queue[n], name, r.instance(queue[n]), false); fd.status != isMissing {
			return true
		}
		for _, sub := range r.subtypes[queue[n]] {
			if !slices.Contains(queue, sub) {
				queue = append(queue, sub)
			}
		}
	}
	return false
}

package resolve

import (
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
	if r.subtypes == nil {
		return true // bases are still being looked up
	}
	if r.checking {
		return false
	}
	r.checking = true
	defer func() { r.checking = false }()
	for _, sub := range r.allSubtypes(s) {
		if fd := r.typeMember(sub, name, r.instance(sub), false); fd.status != isMissing {
			return true
		}
	}
	return false
}

package report

import "fmt"

// An Elsewhere is who uses symbols that the change removes or gives another interface, in other
// repositories, as their last records say. Nothing is rated by it.
type Elsewhere struct {
	// Of the Known repositories of the store, the records of Indexed could be read.
	Indexed int `json:"indexed"`
	Known   int `json:"known"`
	// Oldest is the day of the oldest commit that these records are of, as 2006-01-02; empty for none.
	Oldest string `json:"oldest"`
	// Symbols are those that somebody uses.
	Symbols []UsedElsewhere `json:"symbols"`
}

// A UsedElsewhere is a symbol with its users in other repositories.
type UsedElsewhere struct {
	Symbol  string `json:"symbol"`  // ID of base
	Name    string `json:"name"`    // qualified in its file
	Package string `json:"package"` // package URL, without version
	// Finding is the fingerprint of the finding about the symbol, empty for none.
	Finding string `json:"finding"`
	Users   []User `json:"users"` // those that break soonest first, then by name; of many the first
	// More is the number of further users, Hidden of those that not all readers may know.
	More   int `json:"more"`
	Hidden int `json:"hidden"`
}

// A User is a repository that uses a symbol of this one.
type User struct {
	Repository string `json:"repository"`
	Version    string `json:"version"` // that it pins or asks for, empty for none
	// Breaks says when the change reaches it: on_next_build, on_upgrade from the version, or unknown.
	Breaks string     `json:"breaks"`
	Uses   int        `json:"uses"`   // number of places
	Places []Location `json:"places"` // of many the first; paths of that repository
}

// The values of User.Breaks.
const (
	BreaksOnUpgrade   = "on_upgrade"
	BreaksOnNextBuild = "on_next_build"
	BreaksUnknown     = "unknown"
)

func (v *validator) elsewhere(e *Elsewhere) {
	for i := range e.Symbols {
		s := &e.Symbols[i]
		where := fmt.Sprintf("elsewhere.symbols[%d]", i)
		if s.Finding != "" {
			v.digits(where+".finding", s.Finding, 16)
		}
		for k := range s.Users {
			u := &s.Users[k]
			at := fmt.Sprintf("%s.users[%d]", where, k)
			v.word(at+".breaks", u.Breaks, []string{BreaksOnUpgrade, BreaksOnNextBuild, BreaksUnknown})
			for j, p := range u.Places {
				v.place(fmt.Sprintf("%s.places[%d]", at, j), p.Path, p.Line)
			}
		}
	}
}

// Package sandbox takes rights away from the process that calls it, for good and for all
// of its threads.
//
// In: what the process goes on reading and writing. Out: which protections hold. Each was
// tried out after it was put up, so that a kernel which lacks one is told apart from one
// which has it, whatever the reason.
//
// On Linux landlock closes the file system and seccomp leaves only the system calls that
// parsing files needs: none that makes a socket, starts a program, looks into another
// process or makes memory executable. Other systems have no such protection here; there
// the process has what its environment and its open files give it.
package sandbox

// Rights are the files and directories that stay open. Those that do not exist are left
// out.
type Rights struct {
	Read  []string // directories that are read
	Write []string // directories that are read and written
}

// Protections say what the process cannot do any more.
type Protections struct {
	Files    bool `json:"files"`    // open a file outside of Rights
	Network  bool `json:"network"`  // make a socket
	Programs bool `json:"programs"` // start a program
}

// String tells the protections, one a line.
func (p Protections) String() string {
	word := func(held bool) string {
		if held {
			return "held"
		}
		return "not held: this system does not offer it"
	}
	return "protection(files): " + word(p.Files) + "\nprotection(network): " + word(p.Network) + "\nprotection(programs): " + word(p.Programs) + "\n"
}

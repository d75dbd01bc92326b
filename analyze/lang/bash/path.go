package bash

import (
	"path"
	"strings"
)

// The forms of Import.Source. A path without one of these prefixes is relative to the directory in which
// the script is started.
const (
	scriptDir  = "./"   // relative to the directory of the script
	rootDir    = "//"   // relative to the root of the repository
	unknownDir = "$/"   // the end of a path whose beginning is not known
	here       = "\x00" // in a path being read: the directory of the script
	root       = "\x01" // the root of the repository
)

// maxPath is the depth to which the parts of a path are followed.
const maxPath = 16

// fileAt returns what the path at node n means, in a form above; "" where it is not known at all.
func (x *extractor) fileAt(n int32) string {
	text, ok := x.path(n, maxPath)
	if !ok {
		if tail := x.tail(n); tail != "" {
			return unknownDir + tail
		}
		return ""
	}
	if !strings.HasPrefix(text, here) && !strings.HasPrefix(text, root) && !path.IsAbs(text) && len(x.moves) > 0 {
		dir, ok := x.movedTo()
		if !ok {
			return ""
		}
		text = dir + "/" + text
	}
	switch rest := strings.TrimLeft(text, here+root); {
	case rest != text && rest != "" && rest[0] != '/':
		return "" // the name of a directory beside goes on
	case strings.HasPrefix(text, here):
		return scriptDir + path.Clean("./"+text[1:])
	case strings.HasPrefix(text, root):
		return rootDir + path.Clean("./"+text[1:])
	case text == "" || path.IsAbs(text) || strings.HasPrefix(text, "~") || strings.ContainsAny(text, "*?["):
		return ""
	}
	return path.Clean(text)
}

// movedTo returns the directory to which the only command that changes it leads, if that runs first and
// in any case.
func (x *extractor) movedTo() (string, bool) {
	n := x.moves[0]
	for p := x.t.Nodes[n].Parent; p > 0; p = x.t.Nodes[p].Parent {
		if x.t.Kind(p) != kList && x.t.Kind(p) != kRedirectedStatement {
			return "", false
		}
	}
	args := x.arguments(n)
	if len(x.moves) > 1 || len(args) == 0 {
		return "", false
	}
	return x.path(args[len(args)-1], maxPath)
}

// tail returns the end of the path at node n, behind one part that is not known: /lib/a.sh of
// $LIB/lib/a.sh.
func (x *extractor) tail(n int32) string {
	first, last := x.t.FirstNamed(n), x.t.LastNamed(n)
	if first < 0 || first == last || x.t.Kind(first) == kStringContent || x.t.Kind(first) == kWord || x.t.Next(first) < 0 {
		return ""
	}
	for c := x.t.Next(first); c >= 0; c = x.t.Next(c) {
		if x.t.Named(c) && c != last {
			return ""
		}
	}
	text, ok := x.part(last, maxPath)
	if tail, rooted := strings.CutPrefix(text, "/"); ok && rooted && path.Clean(tail) == tail && !strings.ContainsAny(tail, "*?[") {
		return tail
	}
	return ""
}

// path returns the path that a word or a string means.
func (x *extractor) path(n int32, depth int) (string, bool) {
	if n < 0 || depth == 0 {
		return "", false
	}
	switch x.t.Kind(n) {
	case kString, kConcatenation, kCommandName:
		var text strings.Builder
		for c := x.t.First(n); c >= 0; c = x.t.Next(c) {
			if !x.t.Named(c) {
				continue
			}
			part, ok := x.part(c, depth-1)
			if !ok {
				return "", false
			}
			text.WriteString(part)
		}
		return text.String(), true
	}
	return x.part(n, depth)
}

// part returns the text of a part of a path.
func (x *extractor) part(n int32, depth int) (string, bool) {
	if depth <= 0 {
		return "", false
	}
	switch x.t.Kind(n) {
	case kStringContent:
		return x.t.Text(n), true
	case kString, kConcatenation:
		return x.path(n, depth-1)
	case kSimpleExpansion, kExpansion:
		return x.variable(n, depth)
	case kCommandSubstitution:
		return x.substitution(n, depth)
	}
	return x.plain(n)
}

// self are the ways to say the path of the script, and ownDir its directory.
var (
	self   = map[string]bool{"$0": true, "${0}": true, "$BASH_SOURCE": true, "${BASH_SOURCE}": true, "${BASH_SOURCE[0]}": true}
	ownDir = map[string]bool{"${0%/*}": true, "${BASH_SOURCE%/*}": true, "${BASH_SOURCE[0]%/*}": true}
)

func (x *extractor) variable(n int32, depth int) (string, bool) {
	text := strings.TrimSpace(x.t.Text(n))
	switch {
	case self[text]:
		return here + "/\x02", true // a file in it
	case ownDir[text]:
		return here, true
	}
	name := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(text, "$"), "{"), "}")
	if values := x.values[name]; len(values) == 1 {
		return x.path(values[0], depth-1)
	}
	return "", false
}

// substitution returns the path that a command prints: dirname, cd … && pwd, realpath, the root of the
// repository.
func (x *extractor) substitution(n int32, depth int) (string, bool) {
	c := x.t.FirstNamed(n)
	if c < 0 || c != x.t.LastNamed(n) {
		return "", false
	}
	if x.t.Kind(c) == kList {
		first, last := x.inner(x.t.FirstNamed(c)), x.inner(x.t.LastNamed(c))
		if name := x.t.Text(x.t.Child(first, fName)); name != "cd" && name != "pushd" || x.t.Text(x.t.Child(last, fName)) != "pwd" {
			return "", false
		}
		return x.operand(first, depth)
	}
	c = x.inner(c)
	switch x.t.Text(x.t.Child(c, fName)) {
	case "dirname":
		text, ok := x.operand(c, depth)
		if text == here || text == root || path.Base(text) == ".." {
			return text + "/..", ok
		}
		return path.Dir(text), ok && text != ""
	case "realpath", "readlink", "greadlink", "grealpath":
		return x.operand(c, depth)
	case "git":
		return root, strings.HasSuffix(x.t.Text(c), "rev-parse --show-toplevel")
	}
	return "", false
}

// inner returns the command in node n, behind its redirections.
func (x *extractor) inner(n int32) int32 {
	if x.t.Kind(n) == kRedirectedStatement {
		return x.t.Child(n, fBody)
	}
	return n
}

// operand returns the path that is the last argument of a command.
func (x *extractor) operand(n int32, depth int) (string, bool) {
	if x.t.Kind(n) != kCommand {
		return "", false
	}
	args := x.arguments(n)
	if len(args) == 0 {
		return "", false
	}
	return x.path(args[len(args)-1], depth-1)
}

package parse

import (
	"bytes"
	"slices"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

// measure sets facts that are computed from the tree in the same way for all languages: the
// lines of decision points and of code, and whether the file is marked as generated.
func measure(l *lang.Language, t *lang.Tree, f *facts.File) {
	roles := rolesOf(l)
	code := make([]bool, f.Lines+2) // by line
	var said lang.Hasher
	head := headEnd(f)
	for i := int32(0); i < t.Len(); {
		n := &t.Nodes[i]
		r := roles[n.Kind]
		if r&directive != 0 {
			said.Text(l.Directive(t, i))
		}
		if r&decision != 0 {
			f.Decisions = append(f.Decisions, n.Row+1)
		}
		if r&notCode != 0 || n.Flags&lang.IsExtra != 0 {
			if !f.Generated && r&comment != 0 && n.Row < head {
				f.Generated = isGeneratedNote(t.Bytes(i))
			}
			i += n.Size
			continue
		}
		if n.Size == 1 && hasText(t.Bytes(i)) {
			for line, end := t.Row(i), t.EndRow(i); line <= end; line++ {
				code[line] = true
			}
		}
		i++
	}
	slices.Sort(f.Decisions)
	f.Code, f.Directives = runs(code), said.Sum()
}

// topHash returns the hash of the top-level statements, without definitions, string
// statements (documentation) and layout.
func topHash(l *lang.Language, b *lang.Builder) uint64 {
	t, f, roles := b.Tree, b.File, rolesOf(l)
	if t.Len() == 0 || l.Rules.DeclarationsOnly {
		return 0
	}
	// A node with the first and last line of a definition counts as its node.
	ends := make(map[int32][]int32) // of definitions, by first line
	for i := range f.Defs {
		if d := &f.Defs[i]; inNamespace(f, d) {
			ends[d.Start] = append(ends[d.Start], d.End)
		}
	}
	defines := func(i int32) bool {
		at := ends[t.Line(i)]
		return len(at) > 0 && t.Nodes[i].Size > 1 && slices.Contains(at, t.EndLine(i)) || roles[t.Kind(i)]&comment != 0
	}
	var h lang.Hasher
	for c := t.First(0); c >= 0; c = t.Next(c) {
		n := &t.Nodes[c]
		if slices.Contains(l.Output, n.Kind) && !defines(c) {
			h.Add(b, c, defines)
			continue
		}
		if n.Flags&(lang.IsExtra|lang.IsError) != 0 || n.Size == 1 || roles[n.Kind]&notCode != 0 {
			continue
		}
		if !defines(c) && !b.IsHolder(c) && isStatement(t, c, roles) {
			h.Add(b, c, defines)
			h.Bound(t.Kind(0))
		}
	}
	return h.Sum()
}

// inNamespace reports whether d is only inside namespaces. A namespace may extend to the end of
// the file without a node of its own.
func inNamespace(f *facts.File, d *facts.Def) bool {
	p := d.Parent
	for p >= 0 && f.Defs[p].Kind == facts.Namespace {
		p = f.Defs[p].Parent
	}
	return p < 0
}

// isStatement reports whether any token below node i is code: not a string, bracket or
// comment.
func isStatement(t *lang.Tree, i int32, roles []role) bool {
	for n, end := i, i+t.Nodes[i].Size; n < end; {
		node := &t.Nodes[n]
		if roles[node.Kind]&notCode != 0 || node.Flags&lang.IsExtra != 0 {
			n += node.Size
			continue
		}
		if node.Size == 1 && hasText(t.Bytes(n)) {
			return true
		}
		n++
	}
	return false
}

type role uint8

const (
	decision role = 1 << iota
	comment
	notCode
	directive
)

func rolesOf(l *lang.Language) []role {
	roles := make([]role, max(len(l.Kinds), 1))
	for _, k := range l.Decisions {
		roles[k] |= decision
	}
	for _, k := range l.Comments {
		roles[k] |= comment | notCode
	}
	for _, k := range l.Strings {
		roles[k] |= notCode
	}
	for _, k := range l.Directives {
		roles[k] |= directive
	}
	for _, k := range l.ImportNodes {
		roles[k] |= notCode
	}
	return roles
}

// hasText reports whether a token is more than brackets and separators. Lines with only these
// are layout, which a formatter adds and removes.
func hasText(token []byte) bool {
	for _, c := range token {
		switch c {
		case '(', ')', '[', ']', '{', '}', ';', ',', ' ', '\t', '\r', '\n':
		default:
			return true
		}
	}
	return false
}

func runs(lines []bool) []facts.Span {
	var spans []facts.Span
	for i, is := range lines {
		line := int32(i)
		switch {
		case !is:
		case len(spans) > 0 && spans[len(spans)-1].End == line-1:
			spans[len(spans)-1].End = line
		default:
			spans = append(spans, facts.Span{Start: line, End: line})
		}
	}
	return spans
}

func countLines(src []byte) int32 {
	n := int32(bytes.Count(src, []byte{'\n'}))
	if len(src) > 0 && src[len(src)-1] != '\n' {
		n++
	}
	return n
}

// headerLines is the number of lines in which a note about the whole file is searched: it may
// follow a long licence, but is not in the middle of the code.
const headerLines = 40

// headEnd is the row at which the head of a file ends: where its first function or type begins.
func headEnd(f *facts.File) int32 {
	end := int32(headerLines)
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Kind.IsCallable() || d.Kind.IsType() {
			end = min(end, d.Start)
		}
	}
	return end
}

// The notes of generators: the form of Go, the @generated tag, and "generated" together with a
// request not to edit, as protoc, Thrift, Bison and many others write it.
var generatedNotes = []*lazyregexp.Regexp{
	lazyregexp.New(`(?m)(^|[^\w@])@generated\b`),
	lazyregexp.New(`(?is)\bgenerated\b.{0,200}\b(do not|don't|not to be) (edit|modif|change)`),
	lazyregexp.New(`(?is)\b(do not|don't) (edit|modify|change)\b.{0,200}\bgenerated\b`),
	lazyregexp.New(`(?im)^\W*(this (file|code|module) (is|was|has been) )?(auto-?|automatically )generated (by|from|with|using|file|code)\b`),
}

func isGeneratedNote(text []byte) bool {
	if bytes.Contains(text, []byte("A Bison parser, made by GNU Bison")) {
		return true
	}
	if !bytes.Contains(bytes.ToLower(text), []byte("generated")) {
		return false // all other notes contain this word, and the patterns are slow
	}
	for _, note := range generatedNotes {
		if note.Match(text) {
			return true
		}
	}
	return false
}

// isMinified reports whether a minifier made the file: it is larger than minifiedBytes, and its
// average line is too long for a person.
func isMinified(src []byte) bool {
	const (
		minifiedBytes = 2 << 10
		longLine      = 200 // average bytes of the lines that are not blank; in code by people it is under 80
	)
	if len(src) < minifiedBytes {
		return false
	}
	lines := 0
	for line := range bytes.Lines(src) {
		if len(bytes.TrimSpace(line)) > 0 {
			lines++
		}
	}
	return len(src) > longLine*max(lines, 1)
}

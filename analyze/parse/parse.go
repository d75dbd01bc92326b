// Package parse turns the bytes of one file into its facts.
//
//	bytes ─▶ tree-sitter ─▶ flat tree ─▶ Language.Extract ─▶ facts.File
//
// It is the only package that runs tree-sitter. A language may make the same trees in another way
// (lang.TreeMaker); tree-sitter then parses only the sources for which that makes no tree. A small C file
// copies the tree into one slice, because a walk with the binding's accessors takes longer than
// parsing. After the language has added its facts, facts that are the same for all languages
// follow: decision points, lines of code, syntax errors, and whether the file is generated.
//
// The result depends only on the bytes and the language, not on the order of files. It does not
// depend on time, except on the platforms of cursorParser, which have no other limit. A file
// never causes an error: what could not be analysed is a Problem of its facts.
package parse

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/nexus-ci/nexus-ci/analyze/facts"
	"github.com/nexus-ci/nexus-ci/analyze/fault"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Limits bound the work on one file. Reaching a limit is reported as a Problem. Zero fields mean
// the default.
type Limits struct {
	// MaxBytes is the size above which a file is not parsed (TooLarge).
	MaxBytes int
	// MaxWork is the work allowed per byte of source, in addition to freeWork (TooSlow). Work
	// is the number of bytes allocated, plus 16 times the number of bytes read; this measures
	// time without a clock. Source files take 50, rarely up to 110. But 100 kB of "a?b:" make the
	// parser go through its stack again for each token, and 100 kB of escaped line ends in Python
	// make it read to the end of the file each time: 10 to 30 seconds. It has no effect on
	// platforms without the C file.
	MaxWork int
	// MaxNodes bounds the nodes of the tree, and so the memory (TooLarge): 28 bytes per node.
	MaxNodes int
	// MaxDepth is the depth below which nodes of the tree are left out (TooDeep), so that
	// extractors may use recursion.
	MaxDepth int
}

// The defaults of Limits. In 132 MB of Go, Python, JavaScript and TypeScript, the largest file is
// a generated one with 1.9 MB and 0.65 million nodes; no file written by people has half a
// megabyte.
const (
	DefaultMaxBytes = 2 << 20
	DefaultMaxWork  = 256
	DefaultMaxNodes = 2 << 20
	DefaultMaxDepth = 1000
)

// freeWork is the work allowed for a file of any size: about 30 ms.
const freeWork = 64 << 20

// maxSyntaxErrors bounds the syntax errors reported for one file; the last one also has the
// number of the remaining ones.
const maxSyntaxErrors = 20

// A Parser parses files one after the other. It holds C memory until Close. It is not safe for
// concurrent use.
type Parser struct {
	// PanicOnBug lets a panic of an extractor pass, for tests. Otherwise the panic becomes a
	// Problem of kind Internal.
	PanicOnBug bool
	// Bug is called for such a panic; may be nil.
	Bug func(*fault.Fault)
	// Offsets replaces every line in the facts by a byte offset, counted from 1: the position of
	// the name. A rename needs exact positions. Facts that are derived from layout
	// (documentation) may be missing then.
	Offsets bool

	run      context.Context // done once Stop was called
	stop     context.CancelFunc
	grammars map[*lang.Language]*grammar
	nodes    []lang.Node // reused for each file
}

type grammar struct {
	parser  *treeParser
	symbols *symbols
	// trees makes most trees without the parser; nil for none.
	trees     *lang.TreeMaker
	numbering *lang.Numbering // for trees
}

// tree makes the tree of a source and stores it in nodes, which it may reallocate.
func (g *grammar) tree(ctx context.Context, src []byte, nodes []lang.Node, lim Limits) flattened {
	if g.trees != nil {
		made, ok := g.trees.Make(src, g.numbering, nodes[:0], lim.MaxNodes, lim.MaxDepth)
		if ok {
			return flattened{nodes: made}
		}
		nodes = made
	}
	return g.parser.parse(ctx, src, g.symbols, nodes, lim)
}

// NewParser returns a Parser for all languages.
func NewParser() *Parser {
	run, stop := context.WithCancel(context.Background())
	return &Parser{run: run, stop: stop, grammars: make(map[*lang.Language]*grammar)}
}

// Stop makes the current parse, and each later one, end at once with an incomplete result. It may
// be called from any goroutine.
func (p *Parser) Stop() { p.stop() }

// Close frees the memory of the parser.
func (p *Parser) Close() {
	p.stop()
	for _, g := range p.grammars {
		g.parser.close()
	}
	p.grammars, p.nodes = nil, nil
}

// Parse returns the facts of a file with the content src in language l.
func (p *Parser) Parse(l *lang.Language, src []byte, lim Limits) (f *facts.File) {
	lim = lim.withDefaults()
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	if l.Dialect != nil {
		if d := l.Dialect(src); d != nil {
			l = d
		}
	}
	f = &facts.File{Language: l.Name, Lines: countLines(src)}
	switch {
	case len(src) > lim.MaxBytes:
		problem(f, facts.TooLarge, 0, fmt.Sprintf("%d bytes, the limit is %d", len(src), lim.MaxBytes))
		return f
	case isBinary(src):
		problem(f, facts.NotText, 0, "binary file")
		return f
	}
	src = withoutNul(src)
	f.Minified = isMinified(src)

	// Files are untrusted and extractors have bugs: a panic on one file must not end the run.
	if !p.PanicOnBug {
		defer func() {
			if bug := recover(); bug != nil {
				found := fault.Of(fault.Extract, bug)
				if p.Bug != nil {
					p.Bug(found)
				}
				f = broken(f, found.What)
			}
		}()
	}
	if l.Grammar != nil {
		p.parse(l, src, lim, f)
	} else if err := l.Read(src, f); err != nil {
		problem(f, facts.SyntaxError, 0, err.Error())
	}
	if p.Offsets {
		f.Lines = int32(len(src)) + 1 // the last "line", which is an offset here
	}
	if err := f.Check(); err != nil {
		f = broken(f, err.Error())
	}
	f.EachString(toValidUTF8)
	slices.SortStableFunc(f.Problems, func(a, b facts.Problem) int { return cmp.Compare(a.Line, b.Line) })
	return f
}

// broken returns the facts of a file whose extractor panicked: no definitions, since
// incomplete ones would be misleading.
func broken(f *facts.File, bug string) *facts.File {
	f = &facts.File{Language: f.Language, Lines: f.Lines, Minified: f.Minified}
	problem(f, facts.Internal, 0, fmt.Sprintf("bug in the %s extractor: %s", f.Language, bug))
	return f
}

// Names are taken from the source, which may be invalid UTF-8, and facts are written as JSON.
func toValidUTF8(s *string) {
	if !utf8.ValidString(*s) {
		*s = strings.ToValidUTF8(*s, "\uFFFD")
	}
}

func (l Limits) withDefaults() Limits {
	if l.MaxBytes == 0 {
		l.MaxBytes = DefaultMaxBytes
	}
	if l.MaxWork == 0 {
		l.MaxWork = DefaultMaxWork
	}
	if l.MaxNodes == 0 {
		l.MaxNodes = DefaultMaxNodes
	}
	if l.MaxDepth == 0 {
		l.MaxDepth = DefaultMaxDepth
	}
	return l
}

func problem(f *facts.File, kind facts.ProblemKind, line int32, message string) {
	f.Problems = append(f.Problems, facts.Problem{Kind: kind, Line: line, Message: message})
}

func (p *Parser) parse(l *lang.Language, src []byte, lim Limits, f *facts.File) {
	g := p.grammar(l)
	whole := src
	if l.Prepare != nil {
		src = l.Prepare(src)
	}
	flat := g.tree(p.run, src, p.nodes, lim)
	p.nodes = flat.nodes
	if flat.gaveUp {
		problem(f, facts.TooSlow, 0, "the parser was stopped: the file takes far more work than ordinary source code")
		return
	}
	if flat.tooMany {
		problem(f, facts.TooLarge, 0, fmt.Sprintf("more than %d syntax nodes", lim.MaxNodes))
		return
	}
	if flat.cut > 0 {
		problem(f, facts.TooDeep, flat.cutRow+1, fmt.Sprintf("nested deeper than %d levels; deeper code is left out", lim.MaxDepth))
	}
	t := &lang.Tree{Source: src, Nodes: flat.nodes, Offsets: p.Offsets}
	b := lang.NewBuilder(l, t, f)
	l.Extract(t, b)
	b.Finish()
	hashHidden(f, whole, src)
	unread := unread(t)
	syntaxErrors(l, t, f, unread)
	openTypes(l, t, f, unread)
	measure(l, t, f)
	f.TopHash = topHash(l, b)
	f.Blocks = blocks(l, t, f)
	terms(l, t, f)
}

func (p *Parser) grammar(l *lang.Language) *grammar {
	if g := p.grammars[l]; g != nil {
		return g
	}
	language := l.Grammar().(*sitter.Language)
	g := &grammar{parser: newTreeParser(language), symbols: newSymbols(l, language)}
	if l.Trees != nil {
		g.trees, g.numbering = l.Trees, numberingOf(l)
	}
	p.grammars[l] = g
	return g
}

// unread returns the outermost ERROR nodes and the MISSING tokens, in the order of the source.
func unread(t *lang.Tree) []int32 {
	var out []int32
	for i := int32(0); i < t.Len(); {
		if t.Nodes[i].Flags&(lang.IsError|lang.IsMissing) == 0 {
			i++
			continue
		}
		out = append(out, i)
		i += t.Nodes[i].Size
	}
	return out
}

// syntaxErrors reports what was not read. The compiler may accept the code all the same, as with
// macros in C: so the messages are about the parser.
func syntaxErrors(l *lang.Language, t *lang.Tree, f *facts.File, unread []int32) {
	for _, i := range unread[:min(len(unread), maxSyntaxErrors)] {
		n := &t.Nodes[i]
		row, message := n.Row, "unexpected "+excerpt(t.Bytes(i))
		if n.Flags&lang.IsMissing != 0 && n.Kind != 0 {
			message = fmt.Sprintf("the parser expects %q", l.Kinds[n.Kind])
		} else if n.Flags&lang.IsMissing != 0 {
			message = "the parser expects more"
		} else if b := oddBracket(t, i); b >= 0 {
			row, message = t.Nodes[b].Row, fmt.Sprintf("%q has no counterpart", t.Bytes(b))
		}
		problem(f, facts.SyntaxError, row+1, message)
		f.Problems[len(f.Problems)-1].End = max(row+1, t.EndLine(i))
	}
	if len(unread) > maxSyntaxErrors {
		last := &f.Problems[len(f.Problems)-1]
		last.Message = fmt.Sprintf("%s (and %d more syntax errors below)", last.Message, len(unread)-maxSyntaxErrors)
	}
}

// openTypes marks the types of which a part was not read: members may stand there.
func openTypes(l *lang.Language, t *lang.Tree, f *facts.File, unread []int32) {
	if l.Rules.Overloads && !slices.ContainsFunc(unread, func(i int32) bool { return mayNest(l, t, i) }) {
		unread = slices.DeleteFunc(slices.Clone(unread), func(i int32) bool { return inBody(t, f, i) })
	}
	for i := range f.Defs {
		d := &f.Defs[i]
		if !d.Kind.IsType() {
			continue
		}
		k := sort.Search(len(unread), func(k int) bool { return t.EndLine(unread[k]) >= d.Start })
		if k < len(unread) && t.Line(unread[k]) <= d.End {
			d.Flags |= facts.DynamicMembers
		}
	}
}

// mayNest reports whether code may be nested otherwise than the parser says, because a part that was
// not read is or has a bracket without a counterpart, or a quote.
func mayNest(l *lang.Language, t *lang.Tree, part int32) bool {
	n := &t.Nodes[part]
	switch text := t.Bytes(part); {
	case n.Flags&lang.IsMissing != 0:
		return n.Kind == 0 || strings.ContainsAny(l.Kinds[n.Kind], "()[]{}\"'`")
	case n.Size == 1 && bytes.ContainsAny(text, "()[]{}"):
		return true
	default:
		return oddBracket(t, part) >= 0 || bytes.ContainsAny(text, "\"'`")
	}
}

// inBody reports whether a part that was not read is in the body of a function, where no member of a
// type can stand if the language tells functions apart by declared types.
func inBody(t *lang.Tree, f *facts.File, part int32) bool {
	start, end := t.Line(part), t.EndLine(part)
	return slices.ContainsFunc(f.Defs, func(d facts.Def) bool { return d.Kind.IsCallable() && d.Start < start && end < d.End })
}

// oddBracket returns the bracket in an ERROR node that has no counterpart, -1 when
// there is none. With an unclosed bracket, the node can span the whole file, so the start of the
// node does not locate the error.
func oddBracket(t *lang.Tree, parent int32) int32 {
	var open []int32
	for i := parent + 1; i < parent+t.Nodes[parent].Size; i++ {
		n := &t.Nodes[i]
		text := t.Bytes(i)
		if n.Size > 1 || n.Flags&(lang.IsNamed|lang.IsMissing) != 0 || len(text) == 0 {
			continue
		}
		// A token such as "${" opens what "}" closes.
		if last := text[len(text)-1]; last == '(' || last == '[' || last == '{' {
			open = append(open, i)
			continue
		}
		k := strings.IndexByte(")]}", text[0])
		if k < 0 {
			continue
		}
		if len(open) == 0 {
			return i
		}
		top := open[len(open)-1]
		if opened := t.Bytes(top); opened[len(opened)-1] != "([{"[k] {
			return top
		}
		open = open[:len(open)-1]
	}
	if len(open) > 0 {
		return open[len(open)-1]
	}
	return -1
}

// excerpt returns the start of the first line of text in quotes.
func excerpt(text []byte) string {
	const most = 40
	line, _, more := bytes.Cut(bytes.TrimSpace(text), []byte{'\n'})
	line = bytes.TrimRight(line, "\r ")
	if len(line) > most {
		line, more = line[:most], true
	}
	if len(line) == 0 {
		return "end of file"
	}
	s := fmt.Sprintf("%q", strings.ToValidUTF8(string(line), "\uFFFD"))
	if more {
		s += " …"
	}
	return s
}

// Package mutate makes changed copies of source trees, for tests that look for input
// which the program does not survive.
//
// In: a txtar archive with the two trees of a change (see diff/difftest) and a seed.
// Out: the archive after a few random edits: of tokens, of whole files, of paths and
// of the tree that a file belongs to.
//
// Invariants: the same archive and seed give the same result; the result is at most
// maxSize bytes of content; the edits know no language, so that none is spared.
package mutate

import (
	"math/rand"
	"path"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// maxSize bounds the content of a mutated archive: what is larger tests limits of size,
// which have tests of their own, and makes a run slow.
const maxSize = 64 << 10

// Archive returns a copy of ar after a few edits. Seed 0 makes none.
func Archive(ar *txtar.Archive, seed uint64) *txtar.Archive {
	out := &txtar.Archive{Comment: slices.Clone(ar.Comment)}
	for _, f := range ar.Files {
		out.Files = append(out.Files, txtar.File{Name: f.Name, Data: slices.Clone(f.Data)})
	}
	if seed == 0 || len(out.Files) == 0 {
		return out
	}
	m := &mutator{Rand: rand.New(rand.NewSource(int64(Mix(seed)))), ar: out}
	if m.Intn(8) > 0 {
		m.choose(1 + m.Intn(4))
	}
	for range 1 + m.Intn(6) {
		m.edit()
	}
	m.trim()
	return out
}

// Mix returns a number that depends on all bits of seed, to choose by consecutive seeds.
// It is the finaliser of SplitMix64.
func Mix(seed uint64) uint64 {
	seed += 0x9e3779b97f4a7c15
	seed = (seed ^ seed>>30) * 0xbf58476d1ce4e5b9
	seed = (seed ^ seed>>27) * 0x94d049bb133111eb
	return seed ^ seed>>31
}

type mutator struct {
	*rand.Rand
	ar *txtar.Archive
}

// choose keeps n of the paths, on all sides that have them: small trees are fast, and
// files without those that they depend on are input too.
func (m *mutator) choose(n int) {
	var paths []string
	for _, f := range m.ar.Files {
		if p := treePath(f.Name); !slices.Contains(paths, p) {
			paths = append(paths, p)
		}
	}
	m.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	paths = paths[:min(n, len(paths))]
	m.ar.Files = slices.DeleteFunc(m.ar.Files, func(f txtar.File) bool { return !slices.Contains(paths, treePath(f.Name)) })
}

// treePath is the path inside of its tree that the name of an archive's file stands for.
func treePath(name string) string {
	if _, rest, ok := strings.Cut(name, "/"); ok {
		return strings.TrimSuffix(rest, ".deleted")
	}
	return name
}

// edit makes one edit: mostly of tokens, sometimes of files.
func (m *mutator) edit() {
	i := m.Intn(len(m.ar.Files))
	f := &m.ar.Files[i]
	switch n := m.Intn(20); {
	case n < 14:
		f.Data = m.tokens(f.Data)
	case n < 15:
		f.Data = m.bytes(f.Data)
	case n < 16: // the same path with an edit on the other side
		side, name, ok := cutSide(f.Name)
		if !ok {
			return
		}
		m.put(otherSide(side)+name, m.tokens(slices.Clone(f.Data)))
	case n < 17: // the content under another path or extension
		m.put(m.rename(f.Name), slices.Clone(f.Data))
	case n < 18: // removed in head
		if name, ok := strings.CutPrefix(f.Name, "base/"); ok {
			m.drop("head/" + name)
			m.put("head/"+name+".deleted", nil)
		}
	case n < 19: // content of another file behind or instead of its own
		g := &m.ar.Files[m.Intn(len(m.ar.Files))]
		if m.Intn(2) == 0 {
			f.Data = nil
		}
		f.Data = append(f.Data, g.Data...)
	default: // moved
		if name, ok := strings.CutPrefix(f.Name, "base/"); ok {
			content := slices.Clone(f.Data)
			m.drop("head/" + name)
			m.put("head/"+name+".deleted", nil)
			m.put(m.rename("head/"+name), content)
		}
	}
}

func cutSide(name string) (side, rest string, ok bool) {
	for _, side := range []string{"base/", "head/"} {
		if rest, ok := strings.CutPrefix(name, side); ok {
			return side, rest, true
		}
	}
	return "", "", false
}

func otherSide(side string) string {
	if side == "base/" {
		return "head/"
	}
	return "base/"
}

// put writes a file, in place of the one of that name if there is one.
func (m *mutator) put(name string, data []byte) {
	for i := range m.ar.Files {
		if m.ar.Files[i].Name == name {
			m.ar.Files[i].Data = data
			return
		}
	}
	m.ar.Files = append(m.ar.Files, txtar.File{Name: name, Data: data})
}

func (m *mutator) drop(name string) {
	m.ar.Files = slices.DeleteFunc(m.ar.Files, func(f txtar.File) bool { return f.Name == name })
}

// names are parts of paths that some tool gives a meaning.
var names = []string{
	"a", "b", "main", "index", "__init__", "__main__", "mod", "lib", "x_test", "x_windows", "x_linux_amd64", "test_x", "x.spec", "x.d",
	"internal", "vendor", "node_modules", "src", "testdata", "cmd", "..a", "ü", "a b", "-x", "@x", "CON", "conftest", "package-info", "Program",
}

// extensions are those of all languages, and of some files that are none.
var extensions = []string{
	".go", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".mts", ".d.ts", ".py", ".pyi", ".rb", ".java", ".c", ".h", ".cc", ".cpp", ".hpp", ".hh",
	".cs", ".csproj", ".php", ".rs", ".toml", ".kt", ".kts", ".scala", ".sc", ".swift", ".json", ".yml", ".md", ".sql", ".png", "", ".vue", ".sh",
}

// rename returns another path on the same side.
func (m *mutator) rename(name string) string {
	side, rest, ok := cutSide(name)
	if !ok {
		return name
	}
	dir, file := path.Split(rest)
	ext := path.Ext(file)
	switch m.Intn(4) {
	case 0:
		file = strings.TrimSuffix(file, ext) + extensions[m.Intn(len(extensions))]
	case 1:
		file = names[m.Intn(len(names))] + ext
	case 2:
		dir += names[m.Intn(len(names))] + "/"
	default:
		dir = ""
	}
	return side + dir + file
}

// Bytes returns data after one edit without regard to what it holds. It may change data.
func Bytes(data []byte, seed uint64) []byte {
	m := &mutator{Rand: rand.New(rand.NewSource(int64(Mix(seed))))}
	return m.bytes(data)
}

// bytes edits content without regard to tokens.
func (m *mutator) bytes(data []byte) []byte {
	at := m.Intn(len(data) + 1)
	switch m.Intn(4) {
	case 0:
		return data[:at]
	case 1:
		return data[at:]
	case 2:
		return slices.Insert(data, at, []byte(odd[m.Intn(len(odd))])...)
	default:
		if at < len(data) {
			data[at] ^= 1 << m.Intn(8)
		}
		return data
	}
}

// odd are bytes that scanners stumble over.
var odd = []string{"\x00", "\xff", "\xef\xbb\xbf", "\r", "\r\n", "\u2028", "\u202e", "\x1b[31m", "\\\n", "\"", "'", "`", "\"\"\"", "/*", "*/", "//", "#", "<<<<<<< a\n", "\t", "${", "%", "\\u{0}"}

// words are tokens with a meaning in some language.
var words = strings.Fields(`
	func type struct interface map chan go defer return import package var const if else for range switch case select goto
	class extends implements abstract static final public private protected override virtual new this super self Self cls
	def lambda yield async await with as from global nonlocal try except finally raise pass del is not and or in None
	function let export default typeof instanceof keyof infer never unknown any void enum namespace declare module require
	fn impl trait struct mod use pub crate where dyn ref mut move match loop unsafe macro_rules! Box<dyn extern
	template typename using operator friend inline constexpr union typedef sizeof #include #define #if #ifdef #else #endif
	end module begin rescue ensure unless until then do attr_accessor alias undef include extend define_method method_missing
	fun val object companion data sealed interface suspend inline reified by init constructor when
	protocol extension func init deinit subscript guard associatedtype typealias some weak inout
	trait object case def given using implicit lazy val var match extends derives
	echo $this $x :: -> => ?-> <? <?php ?> ... .. . , ; : ? ! ~ @ # & * ** ( ) [ ] { } < > << >> <= >= == === = += ++ -- | || && % ^ / \
	0 1 -1 0x 1e999 'a' "a" "" ` + "``" + ` _ __getattr__ __all__ prototype constructor arguments it $0 <T> <T:T> [T] (T) T T.T T::T T[] *T &T ?T
`)

// tokens edits content between tokens.
func (m *mutator) tokens(data []byte) []byte {
	t := split(data)
	if len(t) == 0 {
		return append(data, words[m.Intn(len(words))]...)
	}
	from, to := m.span(len(t))
	part := slices.Clone(t[from:to])
	switch m.Intn(12) {
	case 0: // delete
		t = slices.Delete(t, from, to)
	case 1: // repeat
		t = slices.Insert(t, to, part...)
	case 2: // move
		t = slices.Delete(t, from, to)
		t = slices.Insert(t, m.Intn(len(t)+1), part...)
	case 3: // a word in place of a token
		t[from] = words[m.Intn(len(words))]
	case 4: // a word more
		t = slices.Insert(t, from, " ", words[m.Intn(len(words))], " ")
	case 5, 6: // a token of the archive in place of one: names meet names
		g := split(m.ar.Files[m.Intn(len(m.ar.Files))].Data)
		if len(g) > 0 {
			t[from] = g[m.Intn(len(g))]
		}
	case 7: // the same word everywhere: cycles
		old := t[from]
		with := t[m.Intn(len(t))]
		for i := range t {
			if t[i] == old {
				t[i] = with
			}
		}
	case 8: // a part of another file
		g := split(m.ar.Files[m.Intn(len(m.ar.Files))].Data)
		if len(g) > 0 {
			gf, gt := m.span(len(g))
			t = slices.Insert(t, from, g[gf:gt]...)
		}
	case 9: // nested
		pair := [...][2]string{{"(", ")"}, {"[", "]"}, {"{", "}"}, {"<", ">"}, {"if (x) {", "}"}, {"class A {", "}"}, {"def f(): ", ""}, {"!", ""}, {"x.", ""}, {"f(", ")"}}[m.Intn(10)]
		n := 1 << m.Intn(1+m.Intn(11)) // mostly few: what is large is slow
		t = slices.Insert(t, to, strings.Repeat(pair[1], n))
		t = slices.Insert(t, from, strings.Repeat(pair[0], n))
	case 10: // many
		n := 1 << m.Intn(1+m.Intn(9))
		t = slices.Insert(t, to, strings.Repeat(strings.Join(part, ""), n))
	default: // two tokens swapped
		i := m.Intn(len(t))
		t[from], t[i] = t[i], t[from]
	}
	return []byte(strings.Join(t, ""))
}

// span is a part of n tokens, mostly a short one.
func (m *mutator) span(n int) (from, to int) {
	from = m.Intn(n)
	length := 1 + m.Intn(4)
	if m.Intn(4) == 0 {
		length = 1 + m.Intn(40)
	}
	return from, min(n, from+length)
}

// split cuts content into words, runs of white space and single other bytes.
func split(data []byte) []string {
	var t []string
	for i := 0; i < len(data); {
		kind := kindOf(data[i])
		j := i + 1
		for kind != other && j < len(data) && kindOf(data[j]) == kind {
			j++
		}
		t = append(t, string(data[i:j]))
		i = j
	}
	return t
}

const (
	other = iota
	word
	space
)

func kindOf(c byte) int {
	switch {
	case c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80:
		return word
	case c == ' ' || c == '\t' || c == '\n':
		return space
	}
	return other
}

// trim bounds the size of the archive and takes out deletions of what base does not have.
func (m *mutator) trim() {
	left := maxSize
	base := make(map[string]bool)
	for i := range m.ar.Files {
		f := &m.ar.Files[i]
		f.Data = f.Data[:min(len(f.Data), left)]
		left -= len(f.Data)
		base[f.Name] = true
	}
	m.ar.Files = slices.DeleteFunc(m.ar.Files, func(f txtar.File) bool {
		name, ok := strings.CutPrefix(f.Name, "head/")
		name, deletion := strings.CutSuffix(name, ".deleted")
		return ok && deletion && len(f.Data) == 0 && !base["base/"+name]
	})
}

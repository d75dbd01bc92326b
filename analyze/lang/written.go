package lang

import "strings"

// mostWritten is the maximum length of a written type in bytes; longer ones are cut.
const mostWritten = 160

// Respell returns the spelling of node n that is compared in its place; empty for its own.
func (l *Language) Respell(t *Tree, n int32) string {
	node := &t.Nodes[n]
	if node.Size == 1 { // of a string
		return ""
	}
	for i := range l.Respelled {
		if spelled := &l.Respelled[i]; reads(t.Source[node.Start:node.End], spelled[0]) {
			return spelled[1]
		}
	}
	return ""
}

// reads reports whether text is want but for white space.
func reads(text []byte, want string) bool {
	for _, c := range text {
		switch {
		case strings.IndexByte(space, c) >= 0:
		case want == "" || c != want[0]:
			return false
		default:
			want = want[1:]
		}
	}
	return want == ""
}

// Text returns the text of node n as it is compared.
func (l *Language) Text(t *Tree, n int32) string {
	if len(l.Respelled) == 0 {
		return t.Text(n)
	}
	var out []byte
	at := t.Nodes[n].Start
	for i := n; i < n+t.Nodes[n].Size; i++ {
		if other := l.Respell(t, i); other != "" {
			out = append(append(out, t.Source[at:t.Nodes[i].Start]...), other...)
			at = t.Nodes[i].End
			i += t.Nodes[i].Size - 1
		}
	}
	return string(append(out, t.Source[at:t.Nodes[n].End]...))
}

// Written returns the source of the nodes as one line, independent of layout, for the types in a
// signature; -1 adds nothing. A colon or arrow that the grammar includes in a type annotation is left
// out.
func (b *Builder) Written(nodes ...int32) string {
	var out strings.Builder
	for _, n := range nodes {
		b.write(&out, n, nil)
	}
	return finish(&out)
}

// WrittenWithout is Written of node n without the nodes inside it for which skip returns true.
func (b *Builder) WrittenWithout(n int32, skip func(int32) bool) string {
	var out strings.Builder
	b.write(&out, n, skip)
	return finish(&out)
}

func finish(out *strings.Builder) string {
	s := strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(out.String(), "->"), ":"))
	if len(s) > mostWritten {
		s = strings.ToValidUTF8(s[:mostWritten], "") + "…"
	}
	return s
}

// write writes the tokens of n without comments and skipped nodes. A blank separates two words, and
// operators that are usually written with blanks.
func (b *Builder) write(out *strings.Builder, n int32, skip func(int32) bool) {
	if n < 0 {
		return
	}
	t := b.Tree
	end := n + t.Nodes[n].Size
	at := t.Nodes[n].Start // the bytes before at are done
	for i := n; i < end; {
		node := &t.Nodes[i]
		if node.Start > at {
			put(out, string(t.Source[at:node.Start]))
			at = node.Start
		}
		other := b.lang.Respell(t, i)
		put(out, other)
		if other != "" || node.Flags&IsExtra != 0 || skip != nil && skip(i) {
			at = max(at, node.End)
			i += node.Size
			continue
		}
		if node.Size == 1 && node.End > at {
			put(out, string(t.Source[at:node.End]))
			at = node.End
		}
		i++
	}
	if last := t.Nodes[n].End; last > at {
		put(out, string(t.Source[at:last]))
	}
}

func put(out *strings.Builder, token string) {
	token = strings.Join(strings.Fields(token), " ")
	if token == "" || out.Len() > 2*mostWritten {
		return
	}
	so := out.String()
	last, first := so, token[0]
	if last != "" {
		c := last[len(last)-1]
		switch {
		case token == "|" || token == "=>" || token == "->" || token == "&" && isWordByte(c):
			out.WriteByte(' ')
		case c == ',' || c == '|' || strings.HasSuffix(last, "=>") || strings.HasSuffix(last, "->") ||
			strings.HasSuffix(last, " &") || isWordByte(c) && isWordByte(first) || c == ')' && isWordByte(first):
			out.WriteByte(' ')
		}
	}
	out.WriteString(token)
}

func isWordByte(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// Package title says in the words of the code what starts an execution flow.
//
// In: the graph of a snapshot, the entry of a flow, and the lines of files. Out: a short text:
//
//	GET /users/:id        the route of a request handler, as it is written where it is registered
//	command serve         the name of a command
//	program nexus-ci      the package or file of a main function
//	Signs a user in.      else the first sentence of the entry's comment
//
// Invariants: a title is only made of what the files say; where they say nothing, or the place
// is not understood, it is empty. It is one line of at most maxLength characters without control
// characters. Absent: prefixes of a route that a group or another router adds.
package title

import (
	"path"
	"regexp"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/contextpack"
	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/lazyregexp"
)

const (
	// maxLength is the maximum length of a title in characters.
	maxLength = 80
	// maxBack is how many lines before a registration belong to the same statement.
	maxBack = 8
	// maxLine is the length in bytes of the longest line that is read.
	maxLine = 1000
	// maxSites is how many registrations of an entry are looked at.
	maxSites = 20
)

// Of returns the title of the flows that begin at a node. lines returns the lines of a file, nil
// where it cannot be read.
func Of(g *graph.Graph, n *graph.Node, lines func(path string) []string) string {
	if text := Named(g, n, lines); text != "" {
		return text
	}
	r := &reader{g, n, lines}
	text := plain(contextpack.Summary(r.between(n.Path, n.DocStart, n.DocEnd)))
	return strings.TrimPrefix(text, n.Name+" ") // as comments in Go begin
}

// Named is Of without sentences.
func Named(g *graph.Graph, n *graph.Node, lines func(path string) []string) string {
	if n.Entry == nil {
		return ""
	}
	r := &reader{g, n, lines}
	kind, name := "", ""
	switch n.Entry.Type {
	case "request_handler":
		name = r.route()
	case "cli":
		kind, name = "command ", r.command()
	case "main":
		kind, name = "program ", program(n)
	}
	if name = plain(name); name == "" {
		return ""
	}
	return kind + name
}

// plain returns a text as one line of bounded length.
func plain(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if r := []rune(text); len(r) > maxLength {
		return strings.TrimSpace(string(r[:maxLength-1])) + "…"
	}
	return text
}

// A reader reads what the files say of an entry.
type reader struct {
	graph *graph.Graph
	entry *graph.Node
	lines func(path string) []string
}

// between returns the lines from to to of a file, those that are too long as "".
func (r *reader) between(file string, from, to int) []string {
	if from < 1 || to < from {
		return nil
	}
	all := r.lines(file)
	from, to = min(from, len(all)+1), min(to, len(all))
	if to < from {
		return nil
	}
	list := make([]string, 0, to-from+1)
	for _, line := range all[from-1 : to] {
		if len(line) > maxLine {
			line = ""
		}
		list = append(list, line)
	}
	return list
}

// header returns what is written before the body of a symbol: decorators, annotations, attributes
// and its declaration.
func (r *reader) header(n *graph.Node) string {
	if n == nil || n.Start < 1 {
		return ""
	}
	from := n.Start
	for above := r.between(n.Path, max(1, n.Start-maxBack), n.Start-1); len(above) > 0; above = above[:len(above)-1] {
		line := strings.TrimSpace(above[len(above)-1])
		if !strings.HasPrefix(line, "@") && !strings.HasPrefix(line, "#[") && !strings.HasPrefix(line, "[") {
			break
		}
		from--
	}
	return strings.Join(r.between(n.Path, from, max(n.SignatureEnd, n.Start)), "\n")
}

// program returns the name of the program that a main function starts: in Go the directory of its
// package, else its file.
func program(n *graph.Node) string {
	if n.Name != "main" {
		return ""
	}
	if dir := path.Dir(n.Path); strings.HasSuffix(n.Path, ".go") {
		if dir == "." {
			return ""
		}
		return path.Base(dir)
	}
	return n.Path
}

const (
	// mark begins a decorator, an annotation or an attribute.
	mark   = `^\s*(?:@(?:[\w.]+\.)?|#\[(?:\w+::)?|\[)`
	verbs  = `get|post|put|patch|delete|head|options|trace|connect`
	quoted = "\\(\\s*(?:(?:value|path|name|rule|Name|Path)\\s*[=:]\\s*)?(?:\\{\\s*)?[rf]?[\"'`]([^\"'`\\n]{0,200})[\"'`]"
)

var (
	// @app.get("/x"), @GetMapping("/x"), @Get(':id'), [HttpGet("x")], #[get("/x")]; and without a path.
	verbMark = lazyregexp.New(`(?im)` + mark + `(?:http)?(` + verbs + `)(?:mapping)?\b(?:` + quoted + `)?`)
	// @app.route("/x", methods=["POST"]), @RequestMapping(path = "/x"), @Path("/x")
	routeMark  = lazyregexp.New(`(?m)` + mark + `(?:route|api_route|websocket|RequestMapping|Path|Route)` + quoted)
	prefixMark = lazyregexp.New(`(?m)` + mark + `(?:RequestMapping|Controller|JsonController|Path|Route)` + quoted)
	methodMark = lazyregexp.New(`(?i)\bmethods?\s*=\s*[\[{(]*\s*(?:RequestMethod\.|["'])(` + verbs + `)\b`)
	// router.GET("/x", …), mux.HandleFunc("GET /x", …), path("x", …)
	registrar = lazyregexp.New(`(?i)(?:^|[^\pL\pN_])((?:` + verbs + `|any|all|route|handle|handlefunc|handlerfunc|methodfunc|use|add_url_rule|add_route|add_api_route|path|re_path))` + quoted)
)

// route returns the route of a request handler: that of its decorators, else that of the call that
// registers it.
func (r *reader) route() string {
	head := r.header(r.entry)
	if m := verbMark.FindStringSubmatch(head); m != nil {
		at := m[2]
		if p := routeMark.FindStringSubmatch(head); at == "" && p != nil {
			at = p[1]
		}
		if at = joined(r.prefix(), at); at != "" {
			return strings.ToUpper(m[1]) + " " + at
		}
	}
	if m := routeMark.FindStringSubmatchIndex(head); m != nil && m[2] < m[3] {
		at := joined(r.prefix(), head[m[2]:m[3]])
		rest, _, _ := strings.Cut(head[m[3]:], ")")
		if method := methodMark.FindStringSubmatch(rest); method != nil {
			return strings.ToUpper(method[1]) + " " + at
		}
		return at
	}
	text, name := "", r.name()
	r.registrations(func(before, line string) bool {
		text = registered(name, before, line)
		return text == ""
	})
	return text
}

// prefix returns the route of the class around an entry.
func (r *reader) prefix() string {
	if r.entry.Parent == nil || !r.entry.Parent.Label.IsType() {
		return ""
	}
	if m := prefixMark.FindStringSubmatch(r.header(r.entry.Parent)); m != nil {
		return m[1]
	}
	return ""
}

// joined returns a route below a prefix.
func joined(prefix, route string) string {
	switch {
	case prefix == "" || strings.HasPrefix(route, prefix):
		return route
	case route == "":
		return prefix
	}
	return strings.TrimSuffix(prefix, "/") + "/" + strings.TrimPrefix(route, "/")
}

// registrations calls each for the places outside of tests that refer to the entry, with the lines
// before in the same file, until each returns false.
func (r *reader) registrations(each func(before, line string) bool) {
	seen := 0
	for _, e := range r.graph.In(r.entry) {
		if e.Source.Test || e.Type != graph.References && e.Type != graph.Calls {
			continue
		}
		for _, s := range e.Sites {
			if seen++; seen > maxSites || s.Line < 1 {
				return
			}
			before := r.between(e.Source.Path, max(1, s.Line-maxBack), s.Line-1)
			line := r.between(e.Source.Path, s.Line, s.Line)
			if !each(strings.Join(before, "\n"), strings.Join(line, "\n")) {
				return
			}
		}
	}
}

// registered returns the route of the call around the name of an entry in line, which follows before.
func registered(name *regexp.Regexp, before, line string) string {
	found := name.FindStringIndex(line)
	if found == nil {
		return ""
	}
	text := before + "\n" + line
	at := len(before) + 1 + found[0]
	matches := registrar.FindAllStringSubmatchIndex(text[:at], -1)
	for i := len(matches) - 1; i >= 0; i-- {
		m := matches[i]
		if !open(text[m[3]:at]) {
			continue
		}
		verb, route := strings.ToUpper(text[m[2]:m[3]]), text[m[4]:m[5]]
		switch {
		case route == "":
			return ""
		case strings.Contains("|"+strings.ToUpper(verbs)+"|", "|"+verb+"|"):
			return verb + " " + route
		}
		// axum: .route("/x", get(list).post(add))
		if inner := innerVerb.FindStringSubmatch(text[m[1]:at]); inner != nil {
			return strings.ToUpper(inner[1]) + " " + route
		}
		return route
	}
	return ""
}

var innerVerb = lazyregexp.New(`\b(` + verbs + `)\(\s*[\w.:]*$`)

// name returns an expression for the name of the entry as a word.
func (r *reader) name() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^\pL\pN_])` + regexp.QuoteMeta(r.entry.Name) + `(?:$|[^\pL\pN_])`)
}

// open reports whether a text that starts with a bracket ends inside of it.
func open(text string) bool {
	depth := 0
	var quote rune
	for i, c := range text {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '`' || c == '\'':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth == 0 && i > 0 {
				return false
			}
		}
	}
	return depth > 0
}

var (
	// @cli.command("serve"), @cli.command(name="serve"), @Command(name = "serve")
	commandMark = lazyregexp.New(`(?m)` + mark + `(?:command|group|Command)` + quoted)
	// @click.command(), @cli.command: the name of the function
	commandBare = lazyregexp.New(`(?m)^\s*@(?:[\w.]+\.)?(?:command|group)(?:\(\s*\))?\s*$`)
	// Use: "serve [flags]", Name: "serve"
	commandField = lazyregexp.New(`^(\s*)(?:Use|Name):\s*["` + "`" + `]([^"` + "`" + `\s]{1,80})`)
	// .command('serve <dir>') before .action(serve)
	commandCall = lazyregexp.New(`\.command\(\s*["'` + "`" + `]([^"'` + "`" + `\s]{1,80})`)
	// serve.set_defaults(func=run)
	defaults = lazyregexp.New(`(\w+)\.set_defaults\(`)
)

// command returns the name of a command.
func (r *reader) command() string {
	head := r.header(r.entry)
	if m := commandMark.FindStringSubmatch(head); m != nil {
		return m[1]
	}
	if commandBare.MatchString(head) {
		return r.functionCommand()
	}
	if p := r.entry.Parent; p != nil && p.Label.IsType() {
		if m := commandMark.FindStringSubmatch(r.header(p)); m != nil {
			return m[1]
		}
	}
	if dir, file := path.Split(r.entry.Path); strings.HasSuffix(dir, "management/commands/") { // Django
		return strings.TrimSuffix(file, ".py")
	}
	name := ""
	r.registrations(func(before, line string) bool {
		name = commandBefore(before, line)
		return name == ""
	})
	return name
}

// functionCommand returns the name that a command takes from its function: click and Typer write
// dashes. Versions of click differ in the endings that they leave out, so a name with one of those
// says nothing.
func (r *reader) functionCommand() string {
	name := strings.ToLower(r.entry.Name)
	for _, end := range []string{"_command", "_cmd", "_group", "_grp"} {
		if strings.HasSuffix(name, end) {
			return ""
		}
	}
	return strings.ReplaceAll(strings.Trim(name, "_"), "_", "-")
}

// commandBefore returns the name of the command whose description contains line, with the lines
// before it.
func commandBefore(before, line string) string {
	if m := defaults.FindStringSubmatch(line); m != nil {
		parser := regexp.MustCompile(`(?:^|[^\w])` + regexp.QuoteMeta(m[1]) + `\s*=\s*[\w.]+\.add_parser\(\s*["']([^"'\s]{1,80})["']`)
		if all := parser.FindAllStringSubmatch(before, -1); len(all) > 0 {
			return all[len(all)-1][1]
		}
		return ""
	}
	if strings.Contains(line, ".action(") {
		if all := commandCall.FindAllStringSubmatch(before+"\n"+line, -1); len(all) > 0 {
			return all[len(all)-1][1]
		}
		return ""
	}
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	lines := strings.Split(before, "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if m := commandField.FindStringSubmatch(lines[i]); m != nil && m[1] == indent {
			return m[2]
		}
		if text := strings.TrimLeft(lines[i], " \t"); text != "" && len(lines[i])-len(text) < len(indent) {
			return "" // outside of the literal
		}
	}
	return ""
}

package parse

import "strings"

// isQuery reports whether a string is a statement of SQL or begins like a part of one.
func isQuery(s string) bool {
	s = strings.TrimLeft(s, " \t\r\n(")
	first, rest := cutWord(s)
	second, after := cutWord(strings.TrimLeft(rest, " \t\r\n"))
	if second == "" && !strings.EqualFold(first, "select") {
		return false
	}
	switch strings.ToLower(first) {
	case "select":
		return containsWord(rest, "from")
	case "insert", "replace", "merge":
		return strings.EqualFold(second, "into") || containsWord(after, "into")
	case "delete":
		return strings.EqualFold(second, "from")
	case "update":
		return containsWord(after, "set")
	case "alter", "drop", "truncate":
		return strings.EqualFold(second, "table")
	case "create":
		return containsWord(s[:min(len(s), 60)], "table") || containsWord(s[:min(len(s), 60)], "view")
	case "with":
		return containsWord(after, "as") && containsWord(after, "select")
	}
	switch first {
	case "FROM", "JOIN":
		return true
	case "LEFT", "RIGHT", "INNER", "OUTER", "CROSS", "FULL":
		return second == "JOIN" || second == "OUTER"
	}
	return false
}

// containsWord reports whether s has a word, in capitals or not.
func containsWord(s, word string) bool {
	s = strings.ToLower(s)
	for at := 0; ; {
		next := strings.Index(s[at:], word)
		if next < 0 {
			return false
		}
		start := at + next
		at = start + len(word)
		if (start == 0 || !inWord[s[start-1]]) && (at == len(s) || !inWord[s[at]]) {
			return true
		}
	}
}

// cutWord returns the word at the start of s, and the rest.
func cutWord(s string) (word, rest string) {
	n := 0
	for n < len(s) && inWord[s[n]] {
		n++
	}
	return s[:n], s[n:]
}

// maxColumns bounds the names beside tables of one query.
const maxColumns = 60

// queryNames returns the tables that a query names where it must name one, and all other names in
// it, in lower case. Left out are names that the query itself defines, and those behind a call.
func queryNames(s string) (tables, columns []string) {
	tokens := queryTokens(s)
	own := make(map[string]bool)
	for i, t := range tokens {
		if i+2 < len(tokens) && tokens[i+1] == "as" && tokens[i+2] == "(" {
			own[unquoted(t)] = true
		}
	}
	isTable := make(map[string]bool)
	q := query{tokens: tokens}
	for i := range tokens {
		for _, at := range q.tablesAfter(i) {
			if at < len(tokens) && articles[tokens[at]] {
				return nil, nil // a sentence: select one from the list
			}
			if name := q.nameAt(at); name != "" && !own[name] && !isTable[name] {
				isTable[name] = true
				tables = append(tables, name)
			}
		}
	}
	seen := make(map[string]bool)
	for _, t := range tokens {
		if name := unquoted(t); isName(name) && !strings.Contains(name, ".") && !queryWords[name] && !isTable[name] && !seen[name] && len(columns) < maxColumns {
			seen[name] = true
			columns = append(columns, name)
		}
	}
	return tables, columns
}

type query struct {
	tokens []string
	// selects has for each open bracket whether a FROM in it follows a SELECT or DELETE.
	selects []bool
}

// tablesAfter returns the tokens at which tables are, where token i says that they follow.
func (q *query) tablesAfter(i int) []int {
	previous := func(n int) string {
		if i-n < 0 {
			return ""
		}
		return q.tokens[i-n]
	}
	if len(q.selects) == 0 {
		q.selects = []bool{true} // a part of a statement may begin with FROM
	}
	top := len(q.selects) - 1
	switch q.tokens[i] {
	case "(":
		q.selects = append(q.selects, false)
	case ")":
		q.selects = q.selects[:max(1, top)]
	case "select", "delete":
		q.selects[top] = true
	case "from":
		if q.selects[top] && previous(1) != "distinct" {
			return q.list(i + 1)
		}
	case "join":
		return []int{i + 1}
	case "into":
		if p := previous(1); p == "insert" || p == "replace" || p == "merge" || previous(2) == "insert" {
			return []int{i + 1}
		}
	case "update":
		if p := previous(1); p == "" || p == ";" || p == "(" || p == ")" {
			return []int{i + 1}
		}
	case "table":
		return []int{i + 1}
	}
	return nil
}

// list returns the starts of the names in a list with commas that begins at token i: a, b AS c, d.
func (q *query) list(i int) []int {
	at := []int{i}
	for i++; i < len(q.tokens); i++ {
		switch t := q.tokens[i]; {
		case t == ",":
			at = append(at, i+1)
		case t == "as" || t == "." || !queryWords[t] && isName(unquoted(t)):
		default:
			return at
		}
	}
	return at
}

// nameAt returns the table at token i without its qualifier, empty where none is.
func (q *query) nameAt(i int) string {
	for i < len(q.tokens) && (q.tokens[i] == "only" || q.tokens[i] == "if" || q.tokens[i] == "not" || q.tokens[i] == "exists" || q.tokens[i] == "lateral") {
		i++
	}
	for i+2 < len(q.tokens) && q.tokens[i+1] == "." {
		i += 2
	}
	if i >= len(q.tokens) || queryWords[q.tokens[i]] {
		return ""
	}
	if i+1 < len(q.tokens) && q.tokens[i+1] == "(" && (i < 1 || q.tokens[i-1] == "from" || q.tokens[i-1] == "join" || q.tokens[i-1] == ",") {
		return "" // a function
	}
	if name := unquoted(q.tokens[i]); isName(name) {
		return name
	}
	return ""
}

// unquoted returns a name without the quotes of SQL.
func unquoted(token string) string { return strings.Trim(token, "\"`[]") }

// queryTokens splits a query into names in lower case and single characters. Texts and comments are
// left out, and names in quotes keep them.
func queryTokens(s string) []string {
	s = strings.ToLower(s)
	var tokens []string
	for i := 0; i < len(s); {
		switch b := s[i]; {
		case b == ' ' || b == '\t' || b == '\n' || b == '\r':
			i++
		case strings.HasPrefix(s[i:], "--"):
			i = endOf(s, i, "\n")
		case strings.HasPrefix(s[i:], "/*"):
			i = endOf(s, i+2, "*/")
		case b == '\\': // of the language around, before a quote or for a new line
			i += 2
			if i <= len(s) && s[i-1] == '"' {
				i--
			}
		case b == '\'':
			tokens = append(tokens, "''")
			i = endOf(s, i+1, "'")
		case b == '"' || b == '`' || b == '[':
			closing := string(b)
			if b == '[' {
				closing = "]"
			}
			end := endOf(s, i+1, closing)
			tokens = append(tokens, strings.TrimRight(s[i:end], "\\"))
			i = end
		case inWord[b]:
			word, _ := cutWord(s[i:])
			tokens = append(tokens, word)
			i += len(word)
		default:
			tokens = append(tokens, s[i:i+1])
			i++
		}
	}
	return tokens
}

// endOf returns the position behind the next closing in s from i on, or the length of s.
func endOf(s string, i int, closing string) int {
	if i >= len(s) {
		return len(s)
	}
	if n := strings.Index(s[i:], closing); n >= 0 {
		return i + n + len(closing)
	}
	return len(s)
}

// articles are words of English that no table is called.
var articles = map[string]bool{"the": true, "a": true, "an": true, "this": true, "that": true, "these": true, "your": true, "our": true, "its": true, "each": true, "every": true}

// queryWords are the words of SQL that are no names.
var queryWords = func() map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(`select from where and or not in is null as on join left right inner outer cross full using group by order having limit
		offset union all distinct insert into values update set delete create table view index alter drop add column truncate replace merge with
		recursive case when then else end between like ilike exists if only primary key foreign references unique default constraint check cascade
		returning conflict do nothing asc desc for true false cast over partition rows range lateral any some explain analyze lock share nowait`) {
		m[w] = true
	}
	return m
}()

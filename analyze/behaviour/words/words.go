// Package words says what the names of functions and values tell of what they do: that a call logs,
// cleans up or protects, that a value is a limit, a default or an error.
//
// In: names, and nodes of the common form. Out: what they mean, by lists of words; the same for all languages.
//
// Absent: what a function of a name really does.
package words

import (
	"slices"
	"strings"
	"unicode"

	"github.com/nexus-ci/nexus-ci/analyze/behaviour/tree"
	"github.com/nexus-ci/nexus-ci/analyze/lang"
)

// Split returns the words of a name in lower case: "maxBodyLength", "max_body_length".
func Split(name string) []string {
	var out []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			out = append(out, strings.ToLower(word.String()))
			word.Reset()
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]) && unicode.IsUpper(runes[i-1])):
			flush()
		}
		word.WriteRune(r)
	}
	flush()
	return out
}

func anyWord(name string, of func(string) bool) bool {
	for _, w := range Split(name) {
		if of(w) {
			return true
		}
	}
	return false
}

// IsLimit reports whether a name is that of a limit.
func IsLimit(name string) bool {
	return anyWord(name, func(w string) bool {
		switch w {
		case "timeout", "timeouts", "max", "min", "maximum", "minimum", "limit", "limits", "size", "depth", "retries", "retry", "interval", "ttl",
			"capacity", "delay", "attempts", "backoff", "threshold", "concurrency", "workers", "sleep", "expiry", "expires", "expiration", "quota", "cap", "duration", "complexity":
			return true
		}
		return false
	})
}

// IsFlag reports whether a name is that of something which holds or does not hold: isOpen, has_name, empty?.
func IsFlag(name string) bool {
	if strings.HasSuffix(name, "?") {
		return true
	}
	w := Split(name)
	if len(w) < 2 {
		return false
	}
	switch w[0] {
	case "is", "has", "can", "should", "was", "are", "does", "did", "will", "must", "needs", "allow", "allows", "enable", "enables", "disable", "use", "uses", "show":
		return true
	}
	return false
}

func IsDefault(name string) bool {
	return anyWord(name, func(w string) bool { return w == "default" || w == "defaults" })
}

// IsLog reports whether a statement does nothing but write to a log.
func IsLog(n *tree.Node) bool {
	n = n.Unawaited()
	if !n.Is(lang.RoleCall) {
		return false
	}
	full := tree.Dotted(n.Kids[0])
	parts := strings.Split(full, ".")
	last := parts[len(parts)-1]
	if len(parts) == 1 {
		switch last {
		case "print", "println", "printf", "puts", "error_log", "NSLog", "print!", "println!", "eprintln!", "eprint!", "dbg!", "debug!", "info!", "warn!", "error!", "trace!",
			"syslog", "warn", "logger", "log", "debug", "os_log", "Log", "LOG":
			return true
		}
		return false
	}
	if full == "System.out.println" || full == "System.err.println" || strings.HasPrefix(full, "System.out.print") || strings.HasPrefix(full, "console.") && last != "table" ||
		strings.HasPrefix(full, "Console.Write") || strings.HasPrefix(full, "fmt.Print") || strings.HasPrefix(full, "tracing.") && strings.HasSuffix(last, "!") {
		return true
	}
	method := strings.ToLower(strings.TrimSuffix(last, "!"))
	switch method {
	case "fatal", "panic", "fatalf", "panicf", "fatalln":
		return false
	}
	if len(parts) == 2 && (parts[0] == "self" || parts[0] == "this") && len(n.Kids) > 1 && n.Kids[1].Is(lang.RoleString) {
		switch method { // of a class that logs
		case "debug", "info", "warn", "warning", "_debug":
			return true
		}
	}
	for _, p := range parts[:len(parts)-1] {
		switch w := strings.ToLower(strings.TrimLeft(p, "_$@")); w {
		case "log", "logger", "logging", "logrus", "slog", "zap", "klog", "glog", "timber", "nslog", "debuglog":
			switch {
			case strings.HasPrefix(method, "debug"), strings.HasPrefix(method, "info"), strings.HasPrefix(method, "warn"), strings.HasPrefix(method, "error"),
				strings.HasPrefix(method, "trace"), strings.HasPrefix(method, "log"), strings.HasPrefix(method, "print"), strings.HasPrefix(method, "fine"),
				method == "critical", method == "notice", method == "exception", method == "severe", method == "v", method == "d", method == "e", method == "w", method == "i", method == "verbose":
				return true
			}
		}
	}
	return false
}

// IsCleanup reports whether a function of this name gives something back.
func IsCleanup(name string) bool {
	name = strings.TrimRight(name, "!?")
	switch strings.ToLower(name) {
	case "close", "unlock", "runlock", "dispose", "release", "free", "cleanup", "shutdown", "disconnect", "destroy", "finalize", "closequietly", "closesilently",
		"lock", "rlock", "acquire", "fclose", "closedir", "clearinterval", "cleartimeout", "unsubscribe", "removelistener", "removeeventlistener", "disposeasync", "closeasync", "drop",
		"curl_close", "flock", "pclose", "munmap", "deallocate", "rollback", "uv_close", "delete_lock":
		return true
	}
	w := Split(name)
	if n := len(w); n > 1 {
		switch w[0] {
		case "assert", "require", "ensure", "verify", "check", "is", "has", "can", "should":
			return false // asks whether it is so
		case "close", "unlock", "release", "dispose", "free", "cleanup", "destroy", "lock", "acquire":
			return true
		}
		switch w[n-1] {
		case "close", "unlock", "release", "dispose", "free", "cleanup", "lock":
			return true
		}
	}
	return false
}

// Copies reports whether a function of this name returns the value that it is called of, in the same or
// another type.
func Copies(name string) bool {
	switch strings.ToLower(strings.ReplaceAll(name, "_", "")) {
	case "clone", "cloned", "copied", "copyof", "tostring", "toowned", "into", "asstr", "asref", "copy", "dup", "tos", "tostr", "tovec", "tolist", "toarray", "toset", "collect", "string":
		return true
	}
	return false
}

// Duplicates reports whether a function of this name returns a copy of the same type of the value that it is called of.
func Duplicates(name string) bool {
	switch name {
	case "clone", "copy", "dup":
		return true
	}
	return false
}

// AreSynonyms reports whether two names are those of functions of one standard library that do the same.
func AreSynonyms(a, b string) bool {
	for _, names := range [...][2]string{
		{"push_back", "emplace_back"}, {"insert", "emplace"}, {"size", "length"}, {"size", "count"}, {"length", "count"}, {"map", "collect"},
		{"inject", "reduce"}, {"select", "filter"}, {"find", "detect"}, {"flat_map", "collect_concat"}, {"include?", "member?"},
	} {
		if a == names[0] && b == names[1] || a == names[1] && b == names[0] {
			return true
		}
	}
	return false
}

// Alters reports whether a function of this name returns another value than it gets, of the same type.
func Alters(name string) bool {
	return anyWord(name, func(w string) bool {
		switch w {
		case "lower", "upper", "lowercase", "uppercase", "tolower", "toupper", "trim", "ltrim", "rtrim", "strip", "lstrip", "rstrip", "trimmed", "trimmingcharacters", "strtolower", "strtoupper",
			"escape", "unescape", "escaped", "htmlspecialchars", "decode", "quote", "unquote", "urlencode", "urldecode", "rawurlencode",
			"abs", "round", "floor", "ceil", "clamp", "casefold", "capitalize", "sorted", "reversed", "distinct":
			return true
		}
		return false
	})
}

// In returns the names in a value, one after the other.
func In(n *tree.Node) []string {
	var out []string
	n.Walk(func(k *tree.Node) bool {
		if k.Is(lang.RoleName, lang.RoleMember) || k.Role == lang.RoleString && len(k.Text) < 60 {
			out = append(out, k.Text)
		}
		return len(out) < 64
	})
	return out
}

// IsSecurity reports whether any of names is that of a check of who may do something.
func IsSecurity(names []string) bool {
	for _, n := range names {
		if IsGuardCall(n) {
			return true
		}
	}
	return false
}

// IsGuardCall reports whether a function of this name checks who may do something.
func IsGuardCall(name string) bool {
	if strings.ContainsAny(name, " /") {
		return false
	}
	w := Split(strings.TrimRight(name, "!?"))
	if len(w) == 0 || len(w) > 6 {
		return false
	}
	for i, s := range w {
		switch s {
		case "permission":
			return len(w) != 2 || w[0] != "is" // which asks what an error is
		case "permissions", "authorized", "authorize", "unauthorized", "unauthenticated", "authenticated", "authenticate", "forbidden", "csrf", "authorise",
			"authorised", "superuser", "preauthorize":
			return true
		case "admin":
			if i > 0 && (w[i-1] == "is" || w[i-1] == "require") {
				return true
			}
		case "denied":
			if i > 0 && (w[i-1] == "permission" || w[i-1] == "access") {
				return true
			}
		case "access", "role", "scope", "login", "auth":
			if i > 0 && (w[i-1] == "has" || w[i-1] == "check" || w[i-1] == "can" || w[i-1] == "require" || w[i-1] == "ensure" || w[i-1] == "verify") {
				return true
			}
		case "required":
			if i > 0 && (w[i-1] == "login" || w[i-1] == "auth") {
				return true
			}
		case "signature", "token", "certificate", "hostname":
			if i > 0 && (w[i-1] == "verify" || w[i-1] == "check" || w[i-1] == "validate") && i+1 == len(w) {
				return true
			}
		}
	}
	return false
}

// IsSecurityCheck reports whether an If leaves the function for who may not do something.
func IsSecurityCheck(n *tree.Node) bool {
	then := n.Kids[1].Kids
	if len(then) == 0 {
		return false
	}
	last := then[len(then)-1]
	if last.Is(lang.RoleReturn, lang.RoleThrow, lang.RoleBreak) && slices.Contains(In(n.Kids[0]), "__proto__") {
		return true // a key that would change the prototype of all objects
	}
	if !last.Is(lang.RoleReturn, lang.RoleThrow) {
		return false
	}
	if IsSecurity(In(n.Kids[0])) {
		return true
	}
	for _, s := range then {
		if IsSecurity(In(s)) {
			return true
		}
		if s.Some(func(k *tree.Node) bool { return k.Role == lang.RoleNumber && (k.Text == "401" || k.Text == "403") }) {
			return true
		}
	}
	return false
}

// SecuritySwitch reports whether storing a value under a name switches protection on, and
// whether that is known: verify = True, InsecureSkipVerify: true.
func SecuritySwitch(name string, value *tree.Node) (on, known bool) {
	protects, is := protection(name)
	if !is {
		return false, false
	}
	truth, is := truthOf(value)
	if !is {
		return false, false
	}
	return truth == protects, true
}

// protection reports whether a name is that of a switch for protection, and whether true
// means that it is on.
func protection(name string) (on, is bool) {
	if i := strings.LastIndexAny(name, ".\\:"); i >= 0 {
		name = name[i+1:]
	}
	w := Split(name)
	if len(w) == 0 {
		return false, false
	}
	joined := strings.Join(w, "")
	switch joined {
	case "verify", "verifyssl", "sslverify", "verifytls", "tlsverify", "rejectunauthorized", "checkhostname", "strictssl", "validatecerts", "verifyhostname", "verifycertificate",
		"verifycertificates", "verifypeer", "verifypeername", "autoescape", "httponly", "sessioncookiesecure", "sessioncookiehttponly", "requireauth", "authrequired",
		"curloptsslverifypeer", "curloptsslverifyhost", "csrfprotection", "verifyhost", "sslverifypeer", "sslverifyhost", "requireauthentication", "validatecertificate", "sslverification", "tlsverification":
		return true, true
	case "insecureskipverify", "insecure", "skipverify", "allowinsecure", "trustall", "skiptlsverify", "disablesslverification", "allowselfsigned", "allowinvalidcertificates", "acceptinvalidcerts",
		"dangeracceptinvalidcerts", "dangeracceptinvalidhostnames", "acceptinvalidhostnames", "allowanonymous", "validatesdomainname", "disableauth", "skipauth", "noverify":
		return joined == "validatesdomainname", true
	}
	return false, false
}

// truthOf returns what a constant is as a condition.
func truthOf(n *tree.Node) (truth, known bool) {
	switch {
	case n == nil:
		return false, false
	case n.Role == lang.RoleBool:
		return n.Text == "true", true
	case n.Role == lang.RoleNumber:
		return n.Text != "0", true
	case n.Is(lang.RoleName, lang.RoleMember):
		switch tree.LastName(n) {
		case "CERT_NONE", "VERIFY_NONE":
			return false, true
		case "CERT_REQUIRED", "VERIFY_PEER":
			return true, true
		}
	}
	return false, false
}

// Switched reports whether a change of the value under a name switches protection on or off.
func Switched(name string, a, b *tree.Node) (strengthens, known bool) {
	ta, isA := truthOf(a)
	tb, isB := truthOf(b)
	if !isA || !isB || ta == tb {
		return false, false
	}
	if protects, is := protection(name); is {
		return tb == protects, true
	}
	for _, n := range []*tree.Node{a, b} {
		switch tree.LastName(n) {
		case "CERT_NONE", "VERIFY_NONE":
			return n == a, true
		}
	}
	return false, false
}

// IsErrorValue reports whether a value is an error: one that is made, or handed on.
func IsErrorValue(n *tree.Node) bool {
	if n == nil {
		return false
	}
	if n.Role == tree.RoleList {
		return len(n.Kids) > 0 && IsErrorValue(n.Kids[len(n.Kids)-1])
	}
	switch n.Role {
	case lang.RoleName:
		return n.Text == "err" || strings.HasPrefix(n.Text, "Err") && len(n.Text) > 3 && unicode.IsUpper([]rune(n.Text)[3])
	case lang.RoleMember:
		return strings.HasPrefix(n.Text, "Err") && len(n.Text) > 3 && unicode.IsUpper([]rune(n.Text)[3])
	case lang.RoleCall, lang.RoleNew:
		full := tree.Dotted(n.Kids[0])
		last := tree.LastName(n.Kids[0])
		switch full {
		case "fmt.Errorf", "errors.New", "errors.Wrap", "errors.Wrapf", "Promise.reject", "status.Errorf", "status.Error", "Err", "Result.failure", "Left", "Failure", "Future.failed":
			return true
		}
		if last == "Error" && len(n.Kids) == 1 && n.Kids[0].Is(lang.RoleMember) {
			return false // the text of an error (Go)
		}
		w := Split(strings.TrimRight(last, "!"))
		return len(w) > 0 && (w[len(w)-1] == "errorf" || w[len(w)-1] == "error" || w[len(w)-1] == "exception" || w[len(w)-1] == "err")
	}
	return false
}

// IsConstantName reports whether a name is written as those of constants are: TABLE_NAME.
func IsConstantName(name string) bool {
	return name != "" && strings.ToUpper(name) == name && strings.ToLower(name) != name
}

// GivesFallback reports whether one of the arguments of a function is what it returns where it finds nothing: a constant
// behind a key.
func GivesFallback(callee string, arguments []*tree.Node, i int) bool {
	n := arguments[i]
	isConstant := n.Is(lang.RoleString, lang.RoleNumber, lang.RoleBool, lang.RoleNull) || n.Is(lang.RoleName, lang.RoleMember) && IsConstantName(n.Text)
	if i != len(arguments)-1 || !isConstant {
		return false
	}
	switch callee {
	case "unwrap_or", "orElse", "valueOr", "value_or":
		return i == 0
	case "getOrElse":
		return i <= 1
	case "get", "fetch": // with another first argument it may be a request
		return i == 1 && arguments[0].Is(lang.RoleString)
	case "getenv", "getOrDefault", "GetValueOrDefault", "getProperty":
		return i == 1
	case "getattr":
		return i == 2
	}
	return false
}

// IsSliceCall reports whether a function of this name takes a part of a text or list.
func IsSliceCall(name string) bool {
	switch name {
	case "slice", "substring", "substr", "Substring", "subList", "take", "drop", "takeLast", "dropLast", "prefix", "suffix", "range", "charAt", "limit", "skip":
		return true
	}
	return false
}

// IsComparing reports whether a function says which of two values is less.
func IsComparing(name string) bool {
	switch name {
	case "compareTo", "CompareTo", "compare", "Compare", "cmp", "isBefore", "isAfter":
		return true
	}
	return false
}

// IsAssertStatement reports whether a statement is an assertion of the language: assert x.
func IsAssertStatement(n *tree.Node) bool {
	return n.Is(lang.NoRole) && n.Text == "assert_statement"
}

// RaisesOnly reports whether a function of this name does nothing but raise an error where its argument is not as it should be.
func RaisesOnly(name string) bool {
	switch name {
	case "requireNonNull", "requireNotNull", "checkNotNull", "checkArgument", "checkState":
		return true
	}
	return strings.HasPrefix(name, "ThrowIf") || strings.HasPrefix(name, "throwIf")
}

// IsAssertion reports whether the arguments of a function or a macro are a condition, and maybe a message for people.
func IsAssertion(name string) bool {
	switch name {
	case "assert", "ASSERT", "static_assert", "precondition", "assert!", "debug_assert!", "ensure!", "matches!", "assert_matches!":
		return true
	}
	return false
}

// orderings are the orders of memory accesses of Rust, C++ and their kin, the weakest first.
var orderings = []string{"relaxed", "consume", "acquire", "release", "acqrel", "seqcst"}

// Relaxes reports whether a memory order was replaced by a weaker one.
func Relaxes(from, to string) bool {
	was, is := orderingOf(from), orderingOf(to)
	return is >= 0 && is < was
}

// orderingOf returns the index of a memory order in orderings, -1 for any other value.
func orderingOf(value string) int {
	value = value[strings.LastIndexAny(value, ".:")+1:]
	name := strings.ReplaceAll(strings.ToLower(value), "_", "")
	return slices.Index(orderings, strings.TrimPrefix(name, "memoryorder"))
}

// IsConstructor reports whether a member of this name is called by the name of its type.
func IsConstructor(name string) bool {
	switch name {
	case "constructor", "__construct", "__init__", "init", "initialize":
		return true
	}
	return false
}

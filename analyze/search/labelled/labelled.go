// Package labelled has questions about a code base whose answers are known by rule, and counts how
// many of them the graph helps to answer.
//
// In: a graph, and for the count its search index. Out: labels, and counts. Only measurements use it.
package labelled

import (
	"regexp"
	"strings"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
	"github.com/nexus-ci/nexus-ci/analyze/search"
)

// A Label is a question with the IDs of the symbols that answer it.
type Label struct {
	Question string   `json:"question"`
	Answers  []string `json:"answers"`
}

// topics are questions of few words, each with a pattern of the paths and names that answer it. The
// patterns were written before the search was asked. A space stands for the end of a part.
const topics = `
authentication         = auth([^o]|o[^r]|$)|login|sign ?in|oauth|oidc|sso|jwt|session|password|credential
error handling         = error|exception|recover|panic|fail
rate limiting          = rate ?limit|throttl|limiter
database connection    = \bdb\b|database|sql|connect|pool
configuration loading  = config|settings|options?\b
pagination             = paginat|paging|pager|per ?page|page ?size
caching                = cache|memo
logging                = logg|\blog\b
email sending          = e?mail|smtp
file upload            = upload|multipart|attachment
webhooks               = webhook
notifications          = notif
json serialization     = json|serializ|marshal
request routing        = rout(e|er|ing)\b|\bmux\b
cookie session         = cookie|session
input validation       = valid
user management        = user|account
permissions            = permission|\brole|\bacl\b|polic|authoriz
background jobs        = worker|\bjob|queue|schedul|cron
database migrations    = migrat
template rendering     = templat|render
compression            = compress|gzip|deflate|brotli
websocket              = websocket|\bws\b
retry logic            = retr(y|ies)|backoff
timeouts               = timeout|deadline
date parsing           = \bdate|time ?(stamp|zone)|iso ?8601
encryption             = crypt|cipher|\bkey\b|sign(ature|ing)
static file serving    = \bstatic
import and export      = import|export
http client            = client
command line arguments = \bcli\b|\bargs?\b|\bflag|command|\bopts\b
search                 = search|\bfind
media images           = media|image|thumb|avatar
product catalog        = product|catalog
shopping cart          = cart
payment                = \bpay|invoice|checkout|billing
feed parsing           = feed|\brss|\batom\b
csrf protection        = csrf|xsrf
cors                   = \bcors
`

// A topic that few symbols answer says little of how they are found together, and one that many
// answer is met by chance.
const minAnswers, maxAnswers = 3, 80

// Topics returns the topics of a code base. Code that is no test answers.
func Topics(g *graph.Graph) []Label {
	var labels []Label
	for line := range strings.Lines(strings.TrimSpace(topics)) {
		question, pattern, _ := strings.Cut(strings.TrimSpace(line), "=")
		fits := regexp.MustCompile("(?i)" + strings.TrimSpace(pattern))
		l := Label{Question: strings.TrimSpace(question)}
		for _, n := range g.Nodes {
			if n.Test || n.Generated || !n.Label.Callable() && !n.Label.IsType() {
				continue
			}
			if fits.MatchString(parts(n.Path + " " + n.Qualified)) {
				l.Answers = append(l.Answers, n.ID)
			}
		}
		if minAnswers <= len(l.Answers) && len(l.Answers) <= maxAnswers {
			labels = append(labels, l)
		}
	}
	return labels
}

// parts writes the parts of names as words.
func parts(name string) string {
	name = regexp.MustCompile(`([a-z0-9])([A-Z])`).ReplaceAllString(name, "$1 $2")
	return strings.NewReplacer("/", " ", "_", " ", "-", " ").Replace(name)
}

// Answers returns the documents that answer a question.
func Answers(g *graph.Graph, l *Label) map[int]bool {
	answers := make(map[int]bool)
	for _, id := range l.Answers {
		if n := g.Node(id); n != nil {
			answers[g.Index(n)] = true
		}
	}
	return answers
}

// An Expansion counts questions for which the graph changes what is among the first ten.
type Expansion struct {
	Questions    int
	Gains, Loses int // an answer that words alone have not, or have, among their first ten
}

// Expand compares the search by words and neighbours with that by words alone.
func Expand(g *graph.Graph, x *search.Index, labels []Label) (e Expansion) {
	const first = 10
	for i := range labels {
		answers := Answers(g, &labels[i])
		if len(answers) == 0 {
			continue
		}
		alone := found(answers, x.Lexical(labels[i].Question, first))
		spread := found(answers, x.Spread(g, labels[i].Question, first))
		e.Questions++
		if more(spread, alone) {
			e.Gains++
		}
		if more(alone, spread) {
			e.Loses++
		}
	}
	return e
}

// found returns the answers among hits.
func found(answers map[int]bool, hits []search.Hit) map[int]bool {
	set := make(map[int]bool)
	for _, h := range hits {
		if answers[h.Doc] {
			set[h.Doc] = true
		}
	}
	return set
}

// more reports whether a set has what another lacks.
func more(a, b map[int]bool) bool {
	for doc := range a {
		if !b[doc] {
			return true
		}
	}
	return false
}

package search

import (
	"iter"
	"strings"
	"sync"
)

// written are the ways in which code writes words: a word, then its abbreviations. Sources, from
// the top: the replacements of the rule prevent-abbreviations of eslint-plugin-unicorn; names in
// the standard libraries of C (sys/socket.h, stdlib.h, unistd.h), Go and Python; and words of
// services: OAuth and JWT of RFC 6749 and RFC 7519, SQL, HTTP and Kubernetes (svc, ns). The
// index teaches others (see taught).
const written = `
accumulator acc
argument arg
array arr
attribute attr
button btn
callback cb
configuration config conf cfg
configure config conf cfg
context ctx
current cur curr
database db
destination dest dst
development dev
direction dir
directory dir
document doc
documentation doc docs
element el elem
environment env
error err
event ev evt
exception exc ex err error
extension ext
function fn func
index idx
length len
library lib
message msg
module mod
number num
object obj
option opt opts
package pkg
parameter param
previous prev
production prod
property prop
reference ref
relative rel
request req
response res resp
result res ret
separator sep
source src
string str
table tbl
temporary tmp temp
user usr
utility util
value val
variable var
version ver

address addr
allocate alloc
asynchronous async
buffer buf
character char chr
command cmd
connection conn
control ctl ctrl
copy cp
count cnt
decimal dec
delete del
dictionary dict
execute exec
expression expr
format fmt
header hdr
identifier id ident
information info
initialize init
initialise init
initialization init
integer int
iterator iter
maximum max
minimum min
memory mem
multiply mul
operation op
operator op
pointer ptr
position pos
process proc
receive recv
regular regex regexp
sequence seq
signal sig
statement stmt
synchronize sync
synchronous sync
synchronization sync
system sys
time ts
timestamp ts
transmit tx

administrator admin
administration admin
application app
authentication auth authn
authenticate auth authn
authorization auth authz
authorize auth authz
average avg
certificate cert
client cli
column col
communication comm
credential cred creds
description desc
descriptor desc
difference diff
graphic gfx
image img
internationalization i18n
javascript js
kubernetes k8s
language lang
localization l10n
location loc
manager mgr
namespace ns
navigation nav
organization org
password pwd passwd pass pw
permission perm
picture pic img image
preference pref
private priv
public pub
query qry
random rand
repository repo
security sec
service svc
session sess
specification spec
template tmpl tpl
token tok jwt
transaction tx txn
typescript ts
websocket ws
window win
`

// abbreviations maps the stem of a word to those of its abbreviations, and those of an
// abbreviation to those of its words.
var abbreviations = sync.OnceValue(func() map[string][]string {
	all := make(map[string][]string)
	for word, others := range rows(written) {
		for _, short := range others {
			all[word] = append(all[word], short)
			all[short] = append(all[short], word)
		}
	}
	return all
})

// rows yields the stems of the first word of each line of a table, and those of the others.
func rows(table string) iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for line := range strings.Lines(table) {
			words := strings.Fields(line)
			for i := range words {
				words[i] = stemOf(words[i])
			}
			if len(words) > 0 && !yield(words[0], words[1:]) {
				return
			}
		}
	}
}

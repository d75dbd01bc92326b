package ecmascript

import "strings"

// builtinMembers are the methods of arrays and sets (list), maps (dict), strings,
// numbers and promises with what a call gives, "" where that depends on a
// callback. They are here for their names too: xs.map is no method of the
// repository only because one is called so.
var builtinMembers = membersOf(map[string]string{
	"list": `at:elem concat:self copyWithin:self entries: every:bool fill:self filter:self find:elem findIndex:number
		findLast:elem findLastIndex:number flat: flatMap: forEach:nil includes:bool indexOf:number join:string keys: lastIndexOf:number
		length:number map: pop:elem push:number reduce: reduceRight: reverse:self shift:elem slice:self some:bool sort:self splice:self
		toReversed:self toSorted:self toSpliced:self unshift:number values:self with:self
		add:self clear:nil delete:bool has:bool size:number union:self intersection:self difference:self symmetricDifference:self
		isSubsetOf:bool isSupersetOf:bool isDisjointFrom:bool next: return: throw: take:self drop:self toArray:self`,
	"dict": `get:elem set:self has:bool delete:bool clear:nil size:number forEach:nil keys:[key] values:[elem] entries:[key,elem]`,
	"string": `at:string charAt:string charCodeAt:number codePointAt:number concat:string endsWith:bool includes:bool indexOf:number
		isWellFormed:bool lastIndexOf:number length:number localeCompare:number match: matchAll: normalize:string padEnd:string padStart:string
		repeat:string replace:string replaceAll:string search:number slice:string split:[string] startsWith:bool substr:string
		substring:string toLocaleLowerCase:string toLocaleUpperCase:string toLowerCase:string toUpperCase:string toWellFormed:string
		trim:string trimEnd:string trimStart:string trimLeft:string trimRight:string anchor:string link:string`,
	"number":  `toExponential:string toFixed:string toPrecision:string`,
	"regexp":  `exec: test:bool compile: source:string flags:string lastIndex:number global:bool`,
	"promise": `then: catch: finally:self`,
})

// objectMembers are what every value has, functions included.
var objectMembers = func() map[string]bool {
	m := make(map[string]bool)
	for _, name := range strings.Fields(`constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf
		__proto__ __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ apply bind call name length prototype arguments caller`) {
		m[name] = true
	}
	return m
}()

func membersOf(types map[string]string) map[string]string {
	m := make(map[string]string)
	for typ, list := range types {
		for _, item := range strings.Fields(list) {
			name, result, _ := strings.Cut(item, ":")
			m[typ+"."+name] = result
			if typ == "string" { // the resolver's word for texts
				m["str."+name] = result
			}
		}
	}
	return m
}

// Package standard contains what every JavaScript program has without an import, as tables for
// lang.Language.
package standard

import "strings"

// Forms are types of common libraries that behave like builtin types.
var Forms = map[string]string{
	"ReadonlyDeep": "arg0", "PartialDeep": "arg0", "DeepPartial": "arg0", "DeepReadonly": "arg0", "Mocked": "arg0", "MockedObject": "arg0",
	"QueryList": "list", "SetIterator": "list", "MapIterator": "list", "IteratorObject": "list",
}

// Members are the methods of arrays and sets (list), maps (dict), strings, numbers, promises and
// functions with the type of their result, "" where it is not known. The name alone is needed too:
// xs.map must not resolve to a method of the repository only because it has this name.
var Members = membersOf(map[string]string{
	"list": `at:elem concat:self copyWithin:self entries:[number,elem] every:bool fill:self filter:self find:elem findIndex:number
		findLast:elem findLastIndex:number flat:[elem.elem] flatMap:[result.elem] forEach:nil includes:bool indexOf:number join:string
		keys:[number] lastIndexOf:number length:number map:[result] pop:elem push:number reduce:arg1 reduceRight:arg1 reverse:self shift:elem
		slice:self some:bool sort:self splice:self toReversed:self toSorted:self toSpliced:self unshift:number values:self with:self
		add:self clear:nil delete:bool has:bool size:number union:self intersection:self difference:self symmetricDifference:self
		isSubsetOf:bool isSupersetOf:bool isDisjointFrom:bool next: return: throw: take:self drop:self toArray:self`,
	"dict": `get:elem set:self has:bool delete:bool clear:nil size:number forEach:nil keys:[key] values:[elem] entries:[key,elem]`,
	"string": `at:string charAt:string charCodeAt:number codePointAt:number concat:string endsWith:bool includes:bool indexOf:number
		isWellFormed:bool lastIndexOf:number length:number localeCompare:number match:[string] matchAll:[string] normalize:string
		padEnd:string padStart:string
		repeat:string replace:string replaceAll:string search:number slice:string split:[string] startsWith:bool substr:string
		substring:string toLocaleLowerCase:string toLocaleUpperCase:string toLowerCase:string toUpperCase:string toWellFormed:string
		trim:string trimEnd:string trimStart:string trimLeft:string trimRight:string anchor:string link:string`,
	"number":  `toExponential:string toFixed:string toPrecision:string`,
	"regexp":  `exec:[string] test:bool compile: source:string flags:string lastIndex:number global:bool`,
	"promise": `then:promise<result> catch:self finally:self`,
	"Object":  `values:[arg.elem] entries:[string,arg.elem] keys:[string] getOwnPropertyNames:[string]`,
	"Array":   `of:[arg]`,
	"Promise": `race:arg.elem any:arg.elem`,
	"JSON":    `stringify:string`,
	"Date":    `now:number`,
	"any":     `toString:string toLocaleString:string hasOwnProperty:bool get:instance resolve:instance inject:instance`,
	"": `inject:instance structuredClone:arg createContext:Context<given> useContext:arg.0
		firstValueFrom:promise<arg.0> lastValueFrom:promise<arg.0>`,
	// Libraries: RxJS, TypeORM, React.
	"Observable": `toPromise:promise<0> asObservable:self`,
	"Subject":    `asObservable:Observable<0>`,
	"Repository": `find:promise<[0]> findBy:promise<[0]> findOne:promise<0> findOneBy:promise<0> findOneOrFail:promise<0>
		findOneByOrFail:promise<0> create:0 save:promise<arg> preload:promise<0>`,
	"React": `createContext:Context<given> useContext:arg.0`,
})

// Callbacks are, by method, the arguments with which a method calls the functions passed to it.
var Callbacks = func() map[string]string {
	m := map[string]string{
		"list.sort": "elem,elem", "list.toSorted": "elem,elem", "list.reduce": "arg1,elem,number,self", "list.reduceRight": "arg1,elem,number,self",
		"dict.forEach": "elem,key,self", "promise.then": "elem", "Array.from": "arg.elem,number", "string.replace": "string", "string.replaceAll": "string",
		"Observable.subscribe": "0", "Subject.subscribe": "0", "BehaviorSubject.subscribe": "0",
	}
	for _, name := range strings.Fields("forEach map filter find findIndex findLast findLastIndex some every flatMap") {
		m["list."+name] = "elem,number,self"
	}
	return m
}()

// ObjectMembers are the members of every value, functions included.
var ObjectMembers = func() map[string]bool {
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
			if typ == "string" { // the resolver's name for strings
				m["str."+name] = result
			}
		}
	}
	return m
}

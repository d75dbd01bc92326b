package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const module = "github.com/nexus-ci/nexus-ci"

// A layer is one row of the table: what the packages that match its key may import
// beside the standard library. Patterns are those of path.Match; one that ends in
// "/..." matches everything below.
type layer struct {
	ours   []string
	others []string
}

// layers says who may import whom. Keys and ours are relative to the module. A key
// without a pattern goes before one with a pattern. A package without a row is an
// error, so that a new package makes its author think about its place.
var layers = map[string]layer{
	"sourcehash":                {},
	"lazyregexp":                {},
	"release":                   {},
	"diff":                      {},
	"diff/git":                  {ours: []string{"diff", "diff/git/internal/*", "sourcehash"}, others: []string{"github.com/go-git/..."}},
	"diff/git/internal/object":  {others: []string{"github.com/klauspost/compress/..."}},
	"diff/git/internal/pattern": {},
	"diff/compare":              {ours: []string{"diff", "diff/git"}},
	"diff/difftest":             {ours: []string{"diff"}, others: []string{"github.com/rogpeppe/go-internal/txtar"}},

	"analyze/codec":           {},
	"analyze/cycle":           {},
	"analyze/facts":           {ours: []string{"analyze/codec"}},
	"analyze/factstest":       {ours: []string{"analyze/facts"}},
	"analyze/meaning":         {ours: []string{"analyze/bloom", "analyze/facts"}},
	"analyze/fault":           {},
	"analyze/graph":           {ours: []string{"analyze/codec", "analyze/cycle"}},
	"analyze/cypher":          {ours: []string{"analyze/cypher/*"}},
	"analyze/cypher/property": {},
	"analyze/cypher/value":    {ours: []string{"analyze/cypher/property"}},
	"analyze/cypher/function": {ours: []string{"analyze/cypher/property", "analyze/cypher/value"}},
	"analyze/cypher/syntax":   {ours: []string{"analyze/cypher/function", "analyze/cypher/value"}},
	"analyze/project":         {ours: []string{"analyze/graph"}, others: []string{"github.com/BurntSushi/toml", "golang.org/x/mod/..."}},
	"analyze/contextpack":     {ours: []string{"analyze/graph", "analyze/project", "analyze/promptsafe"}},
	"analyze/promptsafe":      {},
	"analyze/graphfile":       {ours: []string{"analyze/cypher/property", "analyze/cypher/value"}},
	"analyze/graphfile/calls": {ours: []string{"analyze/graph", "analyze/resolve"}},
	"analyze/propertygraph":   {ours: []string{"analyze/graph", "analyze/process", "analyze/resolve/ruleset", "analyze/cypher/property"}},
	"analyze/graph/graphtest": {ours: []string{"analyze/graph"}},
	"analyze/cache":           {others: []string{"github.com/klauspost/compress/..."}},
	"analyze/cache/remote":    {ours: []string{"analyze/cache"}, others: []string{"github.com/minio/minio-go/v7", "github.com/minio/minio-go/v7/pkg/credentials"}},

	"analyze/lang":                        {ours: []string{"analyze/facts"}},
	"analyze/lang/walk":                   {ours: []string{"analyze/facts", "analyze/lang"}},
	"analyze/lang/jvm":                    {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/walk"}},
	"analyze/lang/java":                   {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/walk", "analyze/lang/jvm"}, others: []string{"github.com/smacker/go-tree-sitter/java"}},
	"analyze/lang/kotlin":                 {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/walk", "analyze/lang/jvm", "analyze/lang/kotlin/*"}, others: []string{"github.com/smacker/go-tree-sitter/kotlin"}},
	"analyze/lang/kotlin/standard":        {ours: []string{"analyze/lang", "analyze/lang/jvm"}},
	"analyze/lang/scala":                  {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/walk", "analyze/lang/jvm"}, others: []string{"github.com/smacker/go-tree-sitter/scala"}},
	"analyze/lang/ecmascript":             {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/walk", "analyze/lang/ecmascript/*"}},
	"analyze/lang/ecmascript/annotation":  {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/walk", "analyze/lang/ecmascript/source", "analyze/lang/ecmascript/standard", "analyze/lang/ecmascript/syntax", "analyze/lang/ecmascript/value"}},
	"analyze/lang/ecmascript/narrowing":   {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/ecmascript/syntax", "analyze/lang/ecmascript/value", "analyze/lang/ecmascript/annotation"}},
	"analyze/lang/ecmascript/commonjs":    {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/ecmascript/syntax", "analyze/lang/ecmascript/value"}},
	"analyze/lang/ecmascript/fingerprint": {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/ecmascript/syntax"}},
	"analyze/lang/javascript":             {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/ecmascript", "analyze/lang/ecmascript/syntax"}, others: []string{"github.com/smacker/go-tree-sitter/javascript"}},
	"analyze/lang/typescript":             {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/ecmascript", "analyze/lang/ecmascript/syntax"}, others: []string{"github.com/smacker/go-tree-sitter/typescript/*"}},
	"analyze/lang/vue":                    {ours: []string{"analyze/lang", "analyze/lang/ecmascript", "analyze/lang/ecmascript/component"}, others: []string{"github.com/smacker/go-tree-sitter/typescript/typescript"}},
	"analyze/lang/svelte":                 {ours: []string{"analyze/lang", "analyze/lang/ecmascript", "analyze/lang/ecmascript/component"}, others: []string{"github.com/smacker/go-tree-sitter/typescript/typescript"}},
	"analyze/lang/grammargen":             {},
	"analyze/lang/all":                    {ours: []string{"analyze/lang", "analyze/lang/*"}},
	"analyze/lang/langtest": {
		ours:   []string{"analyze/facts", "analyze/lang", "analyze/parse"},
		others: []string{"github.com/google/go-cmp/...", "github.com/rogpeppe/go-internal/txtar", "github.com/smacker/go-tree-sitter"},
	},
	// Languages with packages of their own: what knows no tree, below the extractor.
	"analyze/lang/golang":            {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/walk", "analyze/lang/golang/*"}, others: []string{"github.com/smacker/go-tree-sitter/golang"}},
	"analyze/lang/lua":               {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/walk"}, others: []string{"github.com/smacker/go-tree-sitter", "github.com/tree-sitter-grammars/tree-sitter-lua/bindings/go"}},
	"analyze/lang/ruby":              {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/walk", "analyze/lang/ruby/*"}, others: []string{"github.com/smacker/go-tree-sitter/ruby"}},
	"analyze/lang/php":               {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/walk", "analyze/lang/php/*"}, others: []string{"github.com/smacker/go-tree-sitter/php"}},
	"analyze/lang/csharp":            {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/walk", "analyze/lang/csharp/*"}, others: []string{"github.com/smacker/go-tree-sitter/csharp"}},
	"analyze/lang/rust":              {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/walk", "analyze/lang/rust/*"}, others: []string{"github.com/smacker/go-tree-sitter/rust"}},
	"analyze/lang/swift":             {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/walk", "analyze/lang/swift/*"}, others: []string{"github.com/smacker/go-tree-sitter/swift"}},
	"analyze/lang/cfamily":           {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/walk", "analyze/lang/cfamily/*"}, others: []string{"github.com/smacker/go-tree-sitter/c", "github.com/smacker/go-tree-sitter/cpp"}},
	"analyze/lang/python":            {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/walk", "analyze/lang/python/*"}, others: []string{"github.com/smacker/go-tree-sitter/python"}},
	"analyze/lang/python/names":      {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/python/standard", "analyze/lang/python/syntax"}},
	"analyze/lang/python/annotation": {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/python/syntax", "analyze/lang/python/names"}},
	"analyze/lang/python/record":     {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/python/syntax", "analyze/lang/python/names"}},
	"analyze/lang/python/project":    {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/python/standard", "analyze/lang/python/syntax"}},
	"analyze/lang/*/*":               {ours: []string{"analyze/facts", "analyze/lang"}},
	"analyze/lang/forms":             {ours: []string{"analyze/lang"}},
	// A language: its own grammar and nothing of the parser.
	"analyze/lang/*": {ours: []string{"analyze/facts", "analyze/lang", "analyze/lang/walk"}, others: []string{"github.com/smacker/go-tree-sitter/*"}},

	"analyze/content/fact":       {},
	"analyze/content/wording":    {ours: []string{"analyze/content/fact"}},
	"analyze/content/facttest":   {ours: []string{"analyze/content/fact"}, others: []string{"github.com/google/go-cmp/...", "github.com/rogpeppe/go-internal/txtar"}},
	"analyze/content/document":   {others: []string{"github.com/pelletier/go-toml/v2/unstable", "github.com/tailscale/hujson", "gopkg.in/yaml.v3"}},
	"analyze/content/dependency": {ours: []string{"analyze/content/fact", "analyze/content/document"}, others: []string{"golang.org/x/mod/..."}},
	"analyze/content/workflow":   {ours: []string{"analyze/content/fact", "analyze/content/document"}},
	"analyze/content/config":     {ours: []string{"analyze/content/fact", "analyze/content/document"}},
	"analyze/content/compose":    {ours: []string{"analyze/content/fact", "analyze/content/document"}},
	"analyze/content/docker":     {ours: []string{"analyze/content/fact"}},
	"analyze/content/listing":    {ours: []string{"analyze/content/fact"}},
	"analyze/content/notice":     {ours: []string{"analyze/content/fact"}},
	"analyze/content/makefile":   {ours: []string{"analyze/content/fact"}},
	"analyze/content/gradle":     {ours: []string{"lazyregexp", "analyze/content/fact"}},
	"analyze/content/migration":  {ours: []string{"analyze/content/fact", "analyze/lang", "analyze/lang/*", "analyze/parse"}},
	"analyze/content/yamlnode":   {others: []string{"gopkg.in/yaml.v3"}},
	"analyze/content/infra":      {ours: []string{"analyze/content/fact", "analyze/content/yamlnode"}, others: []string{"github.com/hashicorp/hcl/v2", "github.com/hashicorp/hcl/v2/hclsyntax", "gopkg.in/yaml.v3"}},
	// Joined with the code, above the readers.
	"analyze/content/reexport":  {ours: []string{"diff", "analyze/content/fact", "analyze/facts", "analyze/factstore", "analyze/graph"}},
	"analyze/content/importers": {ours: []string{"diff", "analyze/content/fact", "analyze/content/dependency", "analyze/facts", "analyze/factstore", "analyze/graph", "analyze/lang", "analyze/source"}},
	"analyze/content/naming":    {ours: []string{"analyze/route", "diff", "analyze/source", "analyze/content/fact", "analyze/content/config", "analyze/content/migration", "analyze/facts", "analyze/graph", "analyze/process/title", "analyze/term"}},
	"analyze/content/advisory":  {ours: []string{"analyze/content/fact"}, others: []string{"deps.dev/util/semver"}},
	"analyze/content":           {ours: []string{"diff", "analyze/source", "analyze/fault", "analyze/content/*"}},
	"analyze/content/schema":    {ours: []string{"analyze/content/fact", "analyze/content/yamlnode"}, others: []string{"github.com/emicklei/proto", "github.com/vektah/gqlparser/v2/...", "gopkg.in/yaml.v3"}},

	// Other repositories: what is taken from them and asked there, and where that is stored.
	"analyze/across":        {ours: []string{"diff", "analyze/content/dependency", "analyze/facts", "analyze/factstore", "analyze/graph", "analyze/lang", "analyze/source"}, others: []string{"github.com/BurntSushi/toml", "golang.org/x/mod/..."}},
	"analyze/across/record": {ours: []string{"analyze/across", "analyze/cache", "analyze/cache/remote"}, others: []string{"github.com/sourcegraph/conc/..."}},

	"analyze/term":                {ours: []string{"analyze/codec", "analyze/facts"}},
	"analyze/bloom":               {},
	"analyze/route":               {},
	"analyze/vocabulary":          {ours: []string{"analyze/codec", "analyze/facts"}},
	"analyze/pattern":             {ours: []string{"analyze/lang"}},
	"analyze/parse":               {ours: []string{"analyze/route", "analyze/bloom", "analyze/facts", "analyze/fault", "analyze/lang", "analyze/pattern"}, others: []string{"github.com/smacker/go-tree-sitter"}},
	"analyze/resolve/decl":        {},
	"analyze/resolve/ruleset":     {},
	"analyze/resolve/module":      {},
	"analyze/resolve/work":        {},
	"analyze/resolve/input":       {ours: []string{"analyze/facts", "analyze/fault", "analyze/lang", "analyze/graph", "analyze/resolve/work"}},
	"analyze/resolve/outside":     {ours: []string{"analyze/bloom", "analyze/codec", "analyze/facts", "analyze/lang"}},
	"analyze/resolve/lattice":     {ours: []string{"analyze/facts", "analyze/resolve/decl"}},
	"analyze/resolve/infer":       {ours: []string{"analyze/facts", "analyze/fault", "analyze/lang", "analyze/graph", "analyze/resolve/decl", "analyze/resolve/input", "analyze/resolve/ruleset", "analyze/resolve/lattice", "analyze/resolve/module", "analyze/resolve/score", "analyze/resolve/shape", "analyze/resolve/view", "analyze/resolve/work", "analyze/resolve/written"}},
	"analyze/resolve/score":       {},
	"analyze/resolve/links":       {ours: []string{"analyze/lang", "analyze/resolve/infer"}},
	"analyze/resolve/shape":       {ours: []string{"analyze/facts", "analyze/lang", "analyze/resolve/decl", "analyze/resolve/lattice"}},
	"analyze/resolve/view":        {ours: []string{"analyze/facts", "analyze/lang"}},
	"analyze/resolve/written":     {ours: []string{"analyze/facts", "analyze/lang", "analyze/resolve/decl"}},
	"analyze/resolve/valueflow":   {ours: []string{"analyze/codec", "analyze/cycle", "analyze/facts", "analyze/resolve/decl", "analyze/resolve/ruleset", "analyze/resolve/lattice", "analyze/resolve/infer"}},
	"analyze/resolve/digest":      {ours: []string{"analyze/facts", "analyze/resolve/decl", "analyze/resolve/lattice", "analyze/resolve/infer"}},
	"analyze/resolve/takes":       {ours: []string{"analyze/facts", "analyze/graph", "analyze/resolve/decl", "analyze/resolve/lattice", "analyze/resolve/infer"}},
	"analyze/resolve/edges":       {ours: []string{"analyze/bloom", "analyze/codec", "analyze/facts", "analyze/meaning", "analyze/lang", "analyze/graph", "analyze/resolve/decl", "analyze/resolve/ruleset", "analyze/resolve/lattice", "analyze/resolve/infer", "analyze/resolve/links", "analyze/resolve/takes", "analyze/resolve/outside", "analyze/resolve/digest", "analyze/resolve/valueflow", "analyze/resolve/written"}},
	"analyze/resolve/conform":     {ours: []string{"analyze/facts", "analyze/lang", "analyze/graph", "analyze/resolve/decl", "analyze/resolve/ruleset", "analyze/resolve/lattice", "analyze/resolve/infer", "analyze/resolve/edges"}},
	"analyze/resolve/uses":        {ours: []string{"analyze/facts", "analyze/graph", "analyze/resolve/decl", "analyze/resolve/ruleset", "analyze/resolve/lattice", "analyze/resolve/infer", "analyze/resolve/takes", "analyze/resolve/edges", "analyze/resolve/conform"}},
	"analyze/resolve":             {ours: []string{"analyze/bloom", "analyze/codec", "analyze/facts", "analyze/meaning", "analyze/fault", "analyze/graph", "analyze/resolve/decl", "analyze/resolve/ruleset", "analyze/resolve/lattice", "analyze/resolve/infer", "analyze/resolve/digest", "analyze/resolve/edges", "analyze/resolve/conform", "analyze/resolve/input", "analyze/resolve/outside", "analyze/resolve/uses", "analyze/resolve/work"}},
	"analyze/community":           {ours: []string{"analyze/graph"}},
	"analyze/process":             {ours: []string{"analyze/graph"}},
	"analyze/process/title":       {ours: []string{"analyze/contextpack", "analyze/graph"}},
	"analyze/change":              {ours: []string{"diff", "analyze/graph"}},
	"analyze/behaviour/tree":      {ours: []string{"analyze/lang", "analyze/lang/forms", "analyze/parse"}},
	"analyze/behaviour/truth":     {ours: []string{"analyze/lang", "analyze/behaviour/tree"}},
	"analyze/behaviour/excerpt":   {ours: []string{"analyze/lang", "analyze/behaviour/tree", "analyze/content/fact"}},
	"analyze/behaviour/effect":    {ours: []string{"analyze/lang", "analyze/behaviour/tree"}},
	"analyze/behaviour/branch":    {ours: []string{"analyze/lang", "analyze/behaviour/tree"}},
	"analyze/behaviour/layout":    {},
	"analyze/behaviour/decorator": {ours: []string{"analyze/behaviour/tree", "analyze/behaviour/words"}},
	"analyze/behaviour/query":     {ours: []string{"analyze/lang", "analyze/behaviour/tree", "analyze/behaviour/words"}},
	"analyze/behaviour/names":     {ours: []string{"analyze/lang", "analyze/behaviour/tree", "analyze/behaviour/edit"}},
	"analyze/behaviour/failure":   {ours: []string{"analyze/lang", "analyze/behaviour/tree", "analyze/behaviour/words"}},
	"analyze/behaviour/inventory": {ours: []string{"analyze/lang", "analyze/behaviour/tree", "analyze/behaviour/truth", "analyze/behaviour/failure", "analyze/behaviour/layout", "analyze/behaviour/words", "analyze/behaviour/edit"}},
	"analyze/behaviour/symbols":   {ours: []string{"analyze/change", "analyze/graph"}},
	"analyze/behaviour/words":     {ours: []string{"analyze/lang", "analyze/behaviour/tree"}},
	"analyze/behaviour/local":     {ours: []string{"analyze/lang", "analyze/behaviour/tree"}},
	"analyze/behaviour/alike":     {ours: []string{"analyze/lang", "analyze/behaviour/tree", "analyze/behaviour/truth", "analyze/behaviour/words"}},
	"analyze/behaviour/member":    {ours: []string{"analyze/lang", "analyze/behaviour/tree"}},
	"analyze/behaviour/edit":      {ours: []string{"analyze/lang", "analyze/behaviour/tree", "analyze/behaviour/truth", "analyze/behaviour/words", "analyze/behaviour/local", "analyze/behaviour/alike", "analyze/behaviour/member", "analyze/behaviour/decorator", "analyze/behaviour/effect", "analyze/behaviour/branch", "analyze/behaviour/query"}},
	"analyze/behaviour/idle":      {ours: []string{"analyze/lang", "analyze/behaviour/tree", "analyze/behaviour/truth", "analyze/behaviour/alike"}},
	"analyze/behaviour/phrase":    {ours: []string{"analyze/behaviour/edit"}},
	"analyze/behaviour":           {ours: []string{"analyze/source", "analyze/lang", "analyze/lang/forms", "analyze/parse", "analyze/graph", "analyze/change", "analyze/behaviour/tree", "analyze/behaviour/truth", "analyze/behaviour/excerpt", "analyze/behaviour/layout", "analyze/behaviour/words", "analyze/behaviour/alike", "analyze/behaviour/member", "analyze/behaviour/edit", "analyze/behaviour/query", "analyze/behaviour/names", "analyze/behaviour/failure", "analyze/behaviour/idle", "analyze/behaviour/inventory", "analyze/behaviour/symbols", "analyze/content/fact"}},
	"analyze/coverage":            {ours: []string{"diff", "analyze/facts", "analyze/factstore", "analyze/graph", "analyze/change", "analyze/lang"}},
	"analyze/impact":              {ours: []string{"analyze/graph", "analyze/change"}},
	"analyze/finding":             {ours: []string{"analyze/graph", "analyze/change", "analyze/impact"}},
	"analyze/finding/rules":       {ours: []string{"analyze/finding", "analyze/finding/contract", "analyze/finding/leftover", "analyze/finding/merge", "analyze/finding/step", "analyze/finding/structure"}},
	"analyze/finding/*":           {ours: []string{"analyze/graph", "analyze/change", "analyze/finding"}}, // a family of rules
	"analyze/finding/sentence":    {ours: []string{"analyze/change", "analyze/finding"}},                  // nothing that is found is made of sentences
	"analyze/suppress":            {ours: []string{"diff", "analyze/change", "analyze/finding", "analyze/source"}},
	"analyze/source":              {ours: []string{"diff"}},
	"analyze/history":             {ours: []string{"diff", "analyze/cache", "analyze/codec", "analyze/source", "analyze/graph", "analyze/change"}},
	"analyze/cochange":            {ours: []string{"diff", "analyze/source", "analyze/lang", "analyze/facts", "analyze/factstore", "analyze/index", "analyze/graph", "analyze/change", "analyze/history", "analyze/vocabulary"}},
	"analyze/cochange/fit":        {ours: []string{"diff", "diff/git", "analyze", "analyze/factstore", "analyze/cache", "analyze/cochange", "analyze/lang/all"}},
	"analyze/risk":                {ours: []string{"analyze/behaviour", "analyze/content/fact", "analyze/content/wording", "analyze/finding/sentence", "analyze/graph", "analyze/change", "analyze/coverage", "analyze/impact", "analyze/finding", "analyze/history"}},
	"analyze/risk/fit":            {ours: []string{"diff", "diff/git", "analyze", "analyze/cache", "analyze/finding", "analyze/lang", "analyze/lang/all", "analyze/risk", "analyze/risk/fit/labels"}},
	"analyze/risk/fit/labels":     {ours: []string{"analyze/history"}},
	"analyze/factstore":           {ours: []string{"diff", "analyze/source", "analyze/cache", "analyze/facts", "analyze/fault", "analyze/lang", "analyze/parse", "analyze/graph", "analyze/change"}},
	"analyze/index":               {ours: []string{"diff", "analyze/source", "analyze/cache", "analyze/codec", "analyze/facts", "analyze/meaning", "analyze/fault", "analyze/lang", "analyze/factstore", "analyze/parse", "analyze/graph", "analyze/resolve", "analyze/community", "analyze/process", "analyze/search", "analyze/brief", "analyze/term", "analyze/vocabulary"}, others: []string{"github.com/sourcegraph/conc/..."}},
	"analyze/index/verify":        {ours: []string{"diff", "diff/git", "analyze", "analyze/cache", "analyze/factstore", "analyze/graph", "analyze/index", "analyze/lang", "analyze/lang/all", "analyze/source"}},
	"analyze/occurrence":          {ours: []string{"analyze/bloom", "diff", "analyze/cache", "analyze/source", "analyze/lang", "analyze/parse", "analyze/facts", "analyze/factstore", "analyze/index", "analyze/graph", "analyze/resolve", "analyze/finding"}},
	"analyze/syntax":              {ours: []string{"diff", "analyze/source", "analyze/lang", "analyze/parse", "analyze/pattern"}},
	"analyze/skew":                {ours: []string{"diff", "analyze/source", "analyze/facts", "analyze/factstore", "analyze/index", "analyze/graph", "analyze/change", "analyze/finding"}, others: []string{"github.com/sourcegraph/conc/..."}},
	"analyze/callee":              {ours: []string{"diff", "analyze/facts", "analyze/factstore", "analyze/graph", "analyze/change"}},
	"analyze/size":                {ours: []string{"diff", "analyze/source", "analyze/lang", "analyze/parse", "analyze/facts", "analyze/factstore", "analyze/graph", "analyze/change", "analyze/risk"}},
	"analyze/testplan":            {ours: []string{"diff", "analyze/source", "analyze/lang", "analyze/graph", "analyze/impact"}},
	"analyze/search/labelled":     {ours: []string{"analyze/graph", "analyze/search"}},
	"analyze/search/measure":      {ours: []string{"diff", "diff/git", "analyze", "analyze/source", "analyze/graph", "analyze/search", "analyze/search/labelled", "analyze/lang/all"}},
	"analyze/brief":               {ours: []string{"analyze/graph"}},
	"analyze/search":              {ours: []string{"analyze/graph"}},
	// Services over the network, which the search may use; their tests have them on loopback.
	"analyze/search/embedding":               {ours: []string{"analyze/cache", "analyze/search"}},
	"analyze/search/embedding/embeddingtest": {},
	"analyze/serve/registry":                 {},
	"analyze/serve/edits":                    {ours: []string{"analyze/query/engine"}},
	"analyze/serve": {ours: []string{
		"analyze", "analyze/cache", "analyze/factstore", "analyze/fault", "analyze/graph", "analyze/history", "analyze/index", "analyze/lang/all", "analyze/occurrence", "analyze/parse",
		"analyze/project", "analyze/query/engine", "analyze/search", "analyze/search/embedding", "analyze/serve/edits", "analyze/serve/registry", "analyze/source", "analyze/syntax",
		"check", "config", "diff", "diff/compare", "diff/git", "report",
	}},
	"analyze/query/schema": {},
	"analyze/query/engine": {ours: []string{"analyze/lang", "analyze/community", "analyze/cypher/property", "analyze/graph", "analyze/pattern", "analyze/process", "analyze/process/title", "analyze/project", "analyze/propertygraph", "analyze/risk", "analyze/search"}},
	"analyze/query/finder": {ours: []string{"analyze/graph", "analyze/pattern", "analyze/process", "analyze/query/engine", "analyze/search"}},
	"analyze/query/rename": {ours: []string{"analyze/lang", "analyze/graph", "analyze/query/engine"}},
	"analyze/query":        {ours: []string{"analyze/lang", "analyze/change", "analyze/community", "analyze/contextpack", "analyze/cypher", "analyze/cypher/*", "analyze/graph", "analyze/impact", "analyze/process", "analyze/project", "analyze/propertygraph", "analyze/query/engine", "analyze/query/finder", "analyze/query/rename", "analyze/query/schema", "analyze/resolve/ruleset", "analyze/risk", "diff"}},
	"analyze": {
		ours: []string{
			"diff", "sourcehash", "analyze/source", "analyze/fault", "analyze/graph", "analyze/cache", "analyze/lang", "analyze/resolve", "analyze/community",
			"analyze/process", "analyze/behaviour", "analyze/callee", "analyze/change", "analyze/content", "analyze/content/fact", "analyze/content/advisory", "analyze/content/importers", "analyze/content/naming", "analyze/content/reexport", "analyze/term", "analyze/coverage", "analyze/impact", "analyze/finding", "analyze/finding/leftover", "analyze/finding/rules", "analyze/finding/sentence", "analyze/history", "analyze/cochange", "analyze/risk",
			"analyze/factstore", "analyze/index", "analyze/occurrence", "analyze/skew", "analyze/size", "analyze/suppress", "analyze/testplan",
		},
		others: []string{"github.com/sourcegraph/conc/..."},
	},

	"report": {ours: []string{"analyze/behaviour", "analyze/callee", "analyze/content/fact", "analyze/content/wording", "diff", "analyze/graph", "analyze/change", "analyze/coverage", "analyze/impact", "analyze/finding", "analyze/finding/leftover", "analyze/finding/sentence", "analyze/history", "analyze/cochange", "analyze/risk", "analyze/suppress"}},
	// What the renderers share.
	"report/view":              {ours: []string{"analyze/behaviour/edit", "analyze/behaviour/phrase", "analyze/content/fact", "analyze/finding/rules", "report", "report/statement", "analyze/graph", "analyze/change", "analyze/coverage", "analyze/finding", "analyze/finding/sentence", "analyze/risk"}, others: []string{"github.com/rogpeppe/go-internal/txtar"}}, // what the renderers share
	"report/reporttest":        {ours: []string{"report", "analyze/graph", "analyze/change", "analyze/finding"}, others: []string{"github.com/google/go-cmp/cmp"}},
	"report/statement":         {ours: []string{"report"}},
	"report/added":             {ours: []string{"analyze/graph", "report", "report/statement", "report/view"}},
	"report/declaration":       {ours: []string{"analyze/behaviour/edit", "analyze/behaviour/excerpt", "report", "report/view"}},
	"report/gone":              {ours: []string{"report", "report/view"}},
	"report/text":              {ours: []string{"report/added", "report/declaration", "report/gone", "report/view", "report"}, others: []string{"github.com/rivo/uniseg"}},
	"report/publish":           {ours: []string{"report/view", "report", "report/format", "report/markdown"}},
	"report/publish/rest":      {ours: []string{"report/publish"}},
	"report/publish/sticky":    {ours: []string{"report/publish", "report/publish/rest"}},
	"report/publish/forgetest": {ours: []string{"report/publish", "report/publish/rest", "report/view"}, others: []string{"github.com/google/go-cmp/..."}}, // for tests
	"report/actions":           {ours: []string{"report", "report/publish", "report/view"}},
	"report/azure":             {ours: []string{"report", "report/markdown", "report/publish", "report/publish/rest", "report/publish/sticky", "report/view"}},
	"report/bitbucket":         {ours: []string{"report", "report/markdown", "report/publish", "report/publish/rest", "report/publish/sticky", "report/view"}},
	"report/gitlab":            {ours: []string{"report/markdown", "report/publish", "report/publish/rest", "report/publish/sticky"}},
	"report/gitea":             {ours: []string{"report/actions", "report/markdown", "report/publish", "report/publish/rest", "report/publish/sticky"}},
	"report/github":            {ours: []string{"report/view", "report", "report/actions", "report/publish", "report/publish/rest", "report/publish/sticky"}, others: []string{"github.com/google/go-github/..."}},
	"report/github/githubtest": {others: []string{"github.com/getkin/kin-openapi/..."}},
	"report/prompt":            {ours: []string{"report/view", "report", "analyze/promptsafe"}},
	"report/html":              {ours: []string{"report", "report/added", "report/html/page", "report/view"}},
	"report/markdown":          {ours: []string{"report", "report/added", "report/declaration", "report/gone", "report/view"}},
	"report/html/layered":      {},
	"report/html/page":         {ours: []string{"report", "report/html/layered", "report/view"}},
	"report/format":            {ours: []string{"report", "report/text", "report/html", "report/markdown", "report/prompt", "report/sarif", "report/codequality", "report/rdjson", "report/checkstyle", "report/junit"}},
	"report/owners":            {ours: []string{"report"}, others: []string{"github.com/hmarr/codeowners"}},
	// A renderer.
	"report/*": {ours: []string{"report", "report/view"}},

	// Conversations about a code base. Only chat/model speaks to a service, besides the search of
	// the web that a user may turn on.
	"chat":          {ours: []string{"analyze/graph", "analyze/promptsafe", "analyze/query", "analyze/query/engine", "analyze/query/finder", "analyze/search", "chat/model", "report"}},
	"chat/model":    {},
	"chat/chattest": {},

	// What a user can set. It knows the defaults and bounds of every package that has some.
	"config": {
		ours: []string{
			"analyze", "analyze/cache", "analyze/content/fact", "analyze/community", "analyze/contextpack", "analyze/history", "analyze/impact", "analyze/index",
			"analyze/behaviour/edit", "analyze/process", "analyze/query/engine", "analyze/risk", "analyze/suppress", "chat", "chat/model", "diff/git", "report/gate", "report/owners", "report/publish",
		},
		others: []string{"github.com/KimMachineGun/automemlimit/memlimit", "gopkg.in/yaml.v3"},
	},

	"check": {
		ours: []string{
			"config", "diff", "diff/compare", "diff/git", "analyze", "analyze/across", "analyze/cache", "analyze/change", "analyze/content/advisory", "analyze/contextpack", "analyze/coverage", "analyze/fault", "analyze/finding",
			"analyze/graph", "analyze/history", "analyze/impact", "analyze/index", "analyze/lang", "analyze/lang/all", "analyze/process/title", "analyze/query/engine", "analyze/risk", "analyze/skew", "analyze/source",
			"report", "report/html", "report/owners", "report/prompt", "report/view",
		},
	},

	"cmd/nexus-ci/internal/conversation": {ours: []string{"analyze/promptsafe", "chat", "chat/model", "check", "report", "report/prompt", "report/view"}},
	// The server. It analyses nothing itself: it starts the command.
	"server/job":            {},
	"server/broker":         {others: []string{"github.com/nats-io/..."}},
	"server/process":        {},
	"server/metric":         {others: []string{"github.com/prometheus/client_golang/..."}},
	"server/queue":          {ours: []string{"report/publish", "server/job"}, others: []string{"github.com/nats-io/nats.go/..."}},
	"server/webhook":        {ours: []string{"server/job"}},
	"server/app":            {ours: []string{"report/actions", "report/github", "report/publish", "report/publish/rest"}, others: []string{"github.com/golang-jwt/jwt/v5", "github.com/google/go-github/...", "golang.org/x/time/rate"}},
	"server/mirror":         {ours: []string{"report/publish/rest", "server/process"}},
	"server/neighbour":      {ours: []string{"server/app"}},
	"server/analysis":       {ours: []string{"report", "report/publish/rest", "server/process"}, others: []string{"gopkg.in/yaml.v3"}},
	"server/archive":        {ours: []string{"report", "report/view", "server/job"}, others: []string{"github.com/nats-io/nats.go/..."}},
	"server/account":        {ours: []string{"report/github", "report/publish/rest"}, others: []string{"github.com/google/go-github/...", "golang.org/x/oauth2", "golang.org/x/time/rate"}},
	"server/dashboard":      {ours: []string{"server/account", "server/archive"}},
	"server/dashboard/show": {ours: []string{"server/..."}}, // for tests in a browser
	"server/worker":         {ours: []string{"report", "report/publish", "server/analysis", "server/app", "server/archive", "server/mirror", "server/neighbour", "server/queue"}},
	"server/sweep":          {ours: []string{"server/app", "server/archive", "server/job", "server/queue"}},
	"server/servertest":     {ours: []string{"report/actions"}, others: []string{"github.com/golang-jwt/jwt/v5"}},                                           // for tests
	"server/storm":          {ours: []string{"server/..."}, others: []string{"github.com/nats-io/nats-server/v2/server", "github.com/nats-io/nats.go/..."}}, // measures
	"cmd/nexus-ci-server": {
		ours:   []string{"report/publish", "server/..."},
		others: []string{"github.com/nats-io/nats.go", "github.com/spf13/cobra", "github.com/spf13/pflag"},
	},

	"cmd/nexus-ci/internal/interrupt": {},
	"cmd/nexus-ci/internal/basestore": {ours: []string{"analyze", "analyze/cache", "analyze/cache/remote", "cmd/nexus-ci/internal/exit", "diff/compare", "diff/git", "report"}, others: []string{"github.com/spf13/pflag"}},

	"cmd/nexus-ci/internal/exit":     {ours: []string{"analyze/serve", "chat", "chat/model", "config", "diff", "diff/git", "report/gate", "report/publish"}},
	"cmd/nexus-ci/internal/terminal": {ours: []string{"cmd/nexus-ci/internal/exit", "report/text"}, others: []string{"golang.org/x/term"}},
	"cmd/nexus-ci/internal/elsewhere": {
		ours: []string{
			"analyze", "analyze/across", "analyze/across/record", "analyze/cache/remote", "analyze/factstore", "analyze/graph", "analyze/lang/all", "analyze/query/engine", "analyze/source", "check",
			"cmd/nexus-ci/internal/exit", "cmd/nexus-ci/internal/workspace", "config", "diff", "diff/git", "report",
		},
		others: []string{"github.com/spf13/pflag"},
	},
	"cmd/nexus-ci/internal/answer": {ours: []string{"analyze/query", "analyze/query/engine", "cmd/nexus-ci/internal/exit", "report"}},
	"cmd/nexus-ci/internal/build":  {ours: []string{"analyze", "report"}},
	"cmd/nexus-ci/internal/workspace": {ours: []string{
		"analyze/cache", "analyze/fault", "analyze/query/engine", "analyze/serve", "check", "cmd/nexus-ci/internal/build", "cmd/nexus-ci/internal/exit", "cmd/nexus-ci/internal/hugepage", "config", "diff/compare", "diff/git", "report",
	}},
	"cmd/nexus-ci/internal/completion": {ours: []string{"cmd/nexus-ci/internal/terminal", "diff/git", "report/format", "report/gate", "report/publish", "report/view"}, others: []string{"github.com/spf13/cobra", "github.com/spf13/pflag"}},

	"cmd/nexus-ci/internal/apart":       {ours: []string{"analyze", "analyze/across", "check", "cmd/nexus-ci/internal/exit", "cmd/nexus-ci/internal/sandbox", "cmd/nexus-ci/internal/workspace", "config", "diff/compare", "diff/git", "report"}},
	"cmd/nexus-ci/internal/overview":    {ours: []string{"report/view", "analyze/community", "analyze/graph", "analyze/index", "report"}},
	"cmd/nexus-ci/internal/repomap":     {ours: []string{"analyze/community", "analyze/graph", "analyze/index", "report/html/page", "report/view"}},
	"cmd/nexus-ci/internal/partners":    {ours: []string{"report/view", "analyze/cochange", "report", "diff", "diff/compare", "diff/git"}},
	"cmd/nexus-ci/internal/pullrequest": {ours: []string{"diff/compare", "diff/git", "report/github", "report/publish/rest"}},
	"cmd/nexus-ci/internal/verify":      {ours: []string{"report", "diff", "diff/git", "diff/compare"}},
	"cmd/nexus-ci/internal/mcp":         {ours: []string{"analyze/query", "analyze/query/engine", "analyze/query/schema", "report"}, others: []string{"github.com/modelcontextprotocol/go-sdk/..."}},
	"cmd/nexus-ci/internal/manual":      {others: []string{"github.com/spf13/cobra", "github.com/spf13/pflag"}}, // for docs
	"cmd/nexus-ci/internal/mutate":      {others: []string{"github.com/rogpeppe/go-internal/txtar"}},            // for tests
	"cmd/nexus-ci/internal/replay":      {ours: []string{"analyze/history", "analyze/lang", "analyze/risk", "diff", "diff/git", "report", "report/view"}},
	"cmd/nexus-ci/internal/editor":      {ours: []string{"cmd/nexus-ci/internal/exit", "cmd/nexus-ci/internal/jsonedit", "cmd/nexus-ci/internal/tomledit", "report"}},
	"cmd/nexus-ci/internal/githook":     {ours: []string{"cmd/nexus-ci/internal/exit"}},
	"cmd/nexus-ci/internal/demo":        {others: []string{"github.com/go-git/...", "github.com/rogpeppe/go-internal/txtar"}},
	"cmd/nexus-ci/internal/hint":        {ours: []string{"analyze/query/engine"}},
	"cmd/nexus-ci/internal/starter":     {ours: []string{"analyze/lang", "diff"}},
	"cmd/nexus-ci/internal/export":      {ours: []string{"analyze/graph", "analyze/graphfile", "analyze/graphfile/calls", "analyze/index", "analyze/propertygraph", "analyze/query/engine"}},
	"cmd/nexus-ci/internal/usage":       {ours: []string{"cmd/nexus-ci/internal/exit", "cmd/nexus-ci/internal/hint", "report/format"}, others: []string{"github.com/spf13/cobra", "github.com/spf13/pflag"}},
	"cmd/nexus-ci/internal/toolflag":    {ours: []string{"analyze/query", "analyze/query/schema", "cmd/nexus-ci/internal/answer", "cmd/nexus-ci/internal/exit"}, others: []string{"github.com/spf13/cobra", "github.com/spf13/pflag"}},
	"cmd/nexus-ci/internal/explain":     {ours: []string{"analyze/behaviour/edit", "analyze/content/fact", "analyze/query/engine", "report/gate", "report/text", "report/view"}},
	"cmd/nexus-ci/internal/hook":        {ours: []string{"analyze/brief", "analyze/cache", "analyze/index", "analyze/search", "analyze/serve/registry", "config", "diff/git"}, others: []string{"mvdan.cc/sh/v3/syntax"}},
	"cmd/nexus-ci/internal/hugepage":    {others: []string{"golang.org/x/sys/unix"}},
	"cmd/nexus-ci/internal/jsonedit":    {others: []string{"github.com/tailscale/hujson"}},
	"cmd/nexus-ci/internal/tomledit":    {others: []string{"github.com/BurntSushi/toml", "github.com/pelletier/go-toml/v2/unstable"}},
	"cmd/nexus-ci/internal/sandbox": {others: []string{
		"github.com/landlock-lsm/go-landlock/landlock", "github.com/landlock-lsm/go-landlock/landlock/syscall",
		"github.com/elastic/go-seccomp-bpf", "github.com/elastic/go-seccomp-bpf/arch", "golang.org/x/sys/unix",
	}},
	"cmd/nexus-ci/internal/*": {ours: []string{"report"}},
	"cmd/nexus-ci": {
		ours:   []string{"diff/...", "analyze/...", "report/...", "chat/...", "check", "config", "cmd/nexus-ci/internal/..."},
		others: []string{"github.com/spf13/cobra", "github.com/spf13/pflag", "gopkg.in/yaml.v3", "golang.org/x/term"},
	},
}

// maxLines is how long a file may be. Longer ones need a reason here.
const maxLines = 600

var longFiles = map[string]string{}

// vagueNames say nothing about what is in a package.
var vagueNames = []string{"util", "utils", "common", "helpers", "misc", "types", "base", "manager"}

func TestLayers(t *testing.T) {
	files := sources(t)
	packages := make(map[string][]*sourceFile)
	for _, f := range files {
		packages[path.Dir(f.path)] = append(packages[path.Dir(f.path)], f)
	}
	for dir, in := range packages {
		for _, v := range packageViolations(dir, in) {
			t.Error(v)
		}
	}
	for name := range longFiles {
		if !slices.ContainsFunc(files, func(f *sourceFile) bool { return f.path == name && f.lines > maxLines }) {
			t.Errorf("longFiles has %s, which is not long: take it out", name)
		}
	}
}

// A sourceFile is one parsed file that is not a test.
type sourceFile struct {
	path    string // relative to the module
	lines   int
	imports []string
	ast     *ast.File
	lineOf  func(token.Pos) int
}

// sources parses the module in this process: what a child process reads is not an
// input that "go test" watches, and its result would be cached.
func sources(t *testing.T) []*sourceFile {
	t.Helper()
	root := filepath.Join("..", "..")
	var files []*sourceFile
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && name != root):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		f, err := parseSource(filepath.ToSlash(rel), string(src))
		files = append(files, f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func parseSource(name, src string) (*sourceFile, error) {
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	s := &sourceFile{path: name, lines: strings.Count(src, "\n"), ast: file, lineOf: func(p token.Pos) int { return positions.Position(p).Line }}
	for _, i := range file.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return nil, err
		}
		s.imports = append(s.imports, p)
	}
	return s, nil
}

// packageViolations returns what is wrong with the package in dir.
func packageViolations(dir string, files []*sourceFile) []string {
	var out []string
	row, ok := rowOf(dir)
	if !ok {
		out = append(out, dir+": no row in the table of layers")
	}
	documented := false
	for _, f := range files {
		documented = documented || f.ast.Doc != nil
		if ok {
			out = append(out, importViolations(f, row)...)
		}
		out = append(out, fileViolations(f)...)
	}
	if !documented {
		out = append(out, dir+": no package comment")
	}
	if slices.Contains(vagueNames, path.Base(dir)) {
		out = append(out, dir+": the name says nothing")
	}
	return out
}

// rowOf returns the row of a package: its own, or that of the pattern it matches.
func rowOf(dir string) (layer, bool) {
	if row, ok := layers[dir]; ok {
		return row, true
	}
	for key, row := range layers {
		if ok, _ := path.Match(key, dir); ok {
			return row, true
		}
	}
	return layer{}, false
}

func importViolations(f *sourceFile, row layer) []string {
	var out []string
	for _, imported := range f.imports {
		first, _, _ := strings.Cut(imported, "/")
		own, isOurs := strings.CutPrefix(imported, module+"/")
		switch {
		case own == "lazyregexp": // as the standard library's regexp, which it stands for
		case isOurs && !matches(row.ours, own):
			out = append(out, fmt.Sprintf("%s: imports %s, which is not in its row of layers (its own, else that of a pattern)", f.path, own))
		case !isOurs && strings.Contains(first, ".") && !matches(row.others, imported):
			out = append(out, fmt.Sprintf("%s: imports %s, which is not in its row of layers (its own, else that of a pattern)", f.path, imported))
		}
	}
	return out
}

func matches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		if parent, ok := strings.CutSuffix(p, "/..."); ok {
			return name == parent || strings.HasPrefix(name, parent+"/")
		}
		ok, _ := path.Match(p, name)
		return ok
	})
}

// fileViolations returns what no file may do, and what only a command may.
func fileViolations(f *sourceFile) []string {
	var out []string
	if f.lines > maxLines && longFiles[f.path] == "" {
		out = append(out, fmt.Sprintf("%s: %d lines, at most %d without a reason", f.path, f.lines, maxLines))
	}
	command := f.ast.Name.Name == "main" || strings.HasPrefix(f.path, "cmd/")
	ast.Inspect(f.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil && n.Name.Name == "init" {
				out = append(out, f.path+": init function")
			}
		case *ast.CallExpr:
			if name := calledName(n); !command && forbidden(name) {
				out = append(out, fmt.Sprintf("%s: calls %s outside of a command", f.path, name))
			}
		}
		return true
	})
	return out
}

func forbidden(name string) bool {
	return slices.Contains([]string{"panic", "print", "println", "os.Exit", "fmt.Print", "fmt.Printf", "fmt.Println"}, name) || strings.HasPrefix(name, "log.")
}

// calledName returns "f" or "pkg.f" of a call, as written.
func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok {
			return x.Name + "." + f.Sel.Name
		}
	}
	return ""
}

// The test above must be able to fail.
func TestLayersRefuse(t *testing.T) {
	const doc = "// Package p is documented.\npackage p\n"
	for _, tc := range []struct {
		name, path, src string
		want            []string
	}{
		{"fine", "analyze/graph/graph.go", doc + `import "fmt"`, nil},
		{"import upwards", "analyze/graph/graph.go", doc + `import "` + module + `/analyze/resolve"`,
			[]string{"analyze/graph/graph.go: imports analyze/resolve, which is not in its row of layers (its own, else that of a pattern)"}},
		{"renderer that links the parser", "report/markdown/x.go", doc + `import _ "` + module + `/analyze/parse"`,
			[]string{"report/markdown/x.go: imports analyze/parse, which is not in its row of layers (its own, else that of a pattern)"}},
		{"third party", "analyze/change/x.go", doc + `import "github.com/go-git/go-git/v5"`,
			[]string{"analyze/change/x.go: imports github.com/go-git/go-git/v5, which is not in its row of layers (its own, else that of a pattern)"}},
		{"third party in its row", "diff/git/x.go", doc + `import "github.com/go-git/go-git/v5"`, nil},
		{"language with a sibling", "analyze/lang/golang/x.go", doc + `import "` + module + `/analyze/lang/python"`,
			[]string{"analyze/lang/golang/x.go: imports analyze/lang/python, which is not in its row of layers (its own, else that of a pattern)"}},
		{"no row", "analyze/magic/x.go", doc, []string{"analyze/magic: no row in the table of layers"}},
		{"no comment", "report/x.go", "package p\n", []string{"report: no package comment"}},
		{"vague name", "report/util/x.go", doc, []string{"report/util: the name says nothing"}},
		{"init", "report/x.go", doc + "func init() {}", []string{"report/x.go: init function"}},
		{"method named init", "report/x.go", doc + "func (t T) init() {}", nil},
		{"panic", "report/x.go", doc + "func f() { panic(1) }", []string{"report/x.go: calls panic outside of a command"}},
		{"exit", "report/x.go", doc + `import "os"` + "\nfunc f() { os.Exit(1) }", []string{"report/x.go: calls os.Exit outside of a command"}},
		{"print", "report/x.go", doc + `import "fmt"` + "\nfunc f() { fmt.Println(1) }", []string{"report/x.go: calls fmt.Println outside of a command"}},
		{"exit in a command", "cmd/nexus-ci/x.go", doc + `import "os"` + "\nfunc f() { os.Exit(1) }", nil},
		{"long", "report/x.go", doc + strings.Repeat("\n", maxLines), []string{fmt.Sprintf("report/x.go: %d lines, at most %d without a reason", maxLines+2, maxLines)}},
	} {
		f, err := parseSource(tc.path, tc.src)
		if err != nil {
			t.Fatalf("%s: %v", tc.name, err)
		}
		if diff := cmp.Diff(tc.want, packageViolations(path.Dir(tc.path), []*sourceFile{f})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

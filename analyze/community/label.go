package community

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nexus-ci/nexus-ci/analyze/graph"
)

// genericFolders and genericFiles are names for the layout of code, which do not tell its topic.
var (
	genericFolders = map[string]bool{
		"src": true, "source": true, "sources": true, "lib": true, "libs": true, "pkg": true, "pkgs": true,
		"package": true, "packages": true, "internal": true, "main": true, "core": true, "common": true,
		"shared": true, "base": true, "util": true, "utils": true, "helper": true, "helpers": true,
		"misc": true, "impl": true, "app": true, "apps": true, "module": true, "modules": true, "dist": true,
		"java": true, "kotlin": true, "python": true, "javascript": true, "typescript": true,
	}
	genericFiles = map[string]bool{
		"main": true, "index": true, "mod": true, "init": true, "__init__": true, "__main__": true,
		"lib": true, "types": true, "util": true, "utils": true, "helpers": true, "common": true,
	}
)

// describedMembers is the number of members named in a description.
const describedMembers = 3

// name turns groups, which come largest first, into communities with unique
// labels.
//
// A community is named after its area: the folder with most of its members. If an area
// has several communities, the one with more than half of the area's symbols gets the
// plain name; the names of the others contain their dominant symbol.
func name(groups []group, names map[string]string) []graph.Community {
	areas := make([]string, len(groups))
	inArea := make(map[string]int) // symbols
	for i := range groups {
		areas[i] = cmp.Or(names[groups[i].area()], groups[i].area())
		inArea[areas[i]] += len(groups[i].members)
	}
	taken := make(map[string]bool)
	for i := range groups {
		if 2*len(groups[i].members) > inArea[areas[i]] {
			taken[areas[i]] = true
		}
	}
	communities := make([]graph.Community, len(groups))
	for i := range groups {
		c := &groups[i]
		ranked := c.byDominance()
		label := areas[i]
		if 2*len(c.members) <= inArea[label] {
			label = distinct(label, ranked, taken)
		}
		if n := names[label]; n != "" && !taken[n] {
			label = n
		}
		taken[label] = true
		communities[i] = graph.Community{
			ID:          "community:" + label,
			Label:       label,
			Area:        areas[i],
			Members:     c.members,
			Cohesion:    c.cohesion(),
			Description: c.describe(ranked),
		}
	}
	slices.SortFunc(communities, func(a, b graph.Community) int {
		return cmp.Or(cmp.Compare(len(b.Members), len(a.Members)), cmp.Compare(a.Label, b.Label))
	})
	return communities
}

// distinct returns "Area: symbol" with the first symbol that makes it unique, if need be with its
// file.
func distinct(area string, ranked []*graph.Node, taken map[string]bool) string {
	for _, n := range ranked[:min(len(ranked), describedMembers)] {
		for _, s := range []string{n.Name, n.Qualified} {
			if label := area + ": " + s; s != "" && !taken[label] {
				return label
			}
		}
	}
	for _, n := range ranked[:min(len(ranked), describedMembers)] {
		if label := area + ": " + n.FullName() + " in " + n.Path; !taken[label] {
			return label
		}
	}
	return area + ": " + ranked[0].ID // unique: a symbol is in one community only
}

// area is the most common non-generic folder of the members, as a title, with the one that defines the
// same functions if there is one: an area of two platforms is not of one. Members
// outside of any such folder count for the name of their file.
func (c *group) area() string {
	count := make(map[string]int)
	for _, n := range c.members {
		if s := topic(n.Path); s != "" {
			count[s]++
		}
	}
	best := mostCommon(count)
	if best == "" {
		return c.byDominance()[0].Name
	}
	label := []string{title(best)}
	if other := c.alternative(best, count); other != "" {
		label = append(label, title(other))
		slices.Sort(label)
	}
	return strings.Join(label, ", ")
}

// alternative returns the folder with most functions whose names the folder best has too, "" for none. It has
// to be of some size, and such functions a good part of it.
func (c *group) alternative(best string, members map[string]int) string {
	const (
		least    = 3  // such functions
		quarter  = 4  // of the members of the folder
		fraction = 10 // of the members of best
	)
	defines := make(map[string]bool)
	for _, n := range c.members {
		if n.Label == graph.Function && topic(n.Path) == best {
			defines[n.Name] = true
		}
	}
	twins := make(map[string]int)
	for _, n := range c.members {
		if s := topic(n.Path); n.Label == graph.Function && s != best && s != "" && defines[n.Name] {
			twins[s]++
		}
	}
	other := mostCommon(twins)
	if n := members[other]; twins[other] < least || twins[other]*quarter < n || n*fraction < members[best] {
		return ""
	}
	return other
}

// topic is the innermost folder of a path whose name is not generic, else the
// name of the file without its extension, else "".
func topic(file string) string {
	for dir := path.Dir(file); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if s := path.Base(dir); !genericFolders[strings.ToLower(s)] && !isVersion(s) {
			return s
		}
	}
	stem, _, _ := strings.Cut(path.Base(file), ".")
	if genericFiles[strings.ToLower(stem)] {
		return ""
	}
	return stem
}

// isVersion holds for v1, v2, 2.0 and names without a letter.
func isVersion(s string) bool {
	return strings.Trim(strings.TrimPrefix(strings.ToLower(s), "v"), "0123456789._-") == ""
}

// mostCommon returns the key with the largest count, the first in the alphabet
// among equals, "" when there is none.
func mostCommon(count map[string]int) string {
	best := ""
	for s, n := range count {
		if n > count[best] || n == count[best] && s < best {
			best = s
		}
	}
	return best
}

// title turns a folder name into words: "user-service" → "User Service".
func title(s string) string {
	words := strings.FieldsFunc(s, func(r rune) bool { return r == '-' || r == '_' || unicode.IsSpace(r) })
	if len(words) == 0 {
		return s
	}
	for i, w := range words {
		r, size := utf8.DecodeRuneInString(w)
		words[i] = string(unicode.ToUpper(r)) + w[size:]
	}
	return strings.Join(words, " ")
}

// byDominance returns the members by the weight of their edges to other members,
// then by that of all their edges, exported ones first among equals, then by ID.
func (c *group) byDominance() []*graph.Node {
	order := make([]int, len(c.members))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if d := cmp.Or(cmp.Compare(c.inside[b], c.inside[a]), cmp.Compare(c.ends[b], c.ends[a])); d != 0 {
			return d
		}
		if c.members[a].Exported != c.members[b].Exported {
			if c.members[a].Exported {
				return -1
			}
			return 1
		}
		return cmp.Compare(a, b)
	})
	ranked := make([]*graph.Node, len(order))
	for i, m := range order {
		ranked[i] = c.members[m]
	}
	return ranked
}

// describe lists the leading members and the folder of most members: "validateUser,
// hashPassword, Session and 9 more, mostly in src/auth".
func (c *group) describe(ranked []*graph.Node) string {
	var leading []string
	for _, n := range ranked {
		if len(leading) == describedMembers {
			break
		}
		if !slices.Contains(leading, n.Name) {
			leading = append(leading, n.Name)
		}
	}
	s := strings.Join(leading, ", ")
	if rest := len(ranked) - len(leading); rest > 0 {
		s += fmt.Sprintf(" and %d more", rest)
	}
	folders := make(map[string]int)
	for _, n := range c.members {
		folders[path.Dir(n.Path)]++
	}
	folder := mostCommon(folders)
	if folders[folder] < len(c.members) {
		s += ", mostly"
	}
	if folder == "." {
		return s + " in the top folder"
	}
	return s + " in " + folder
}

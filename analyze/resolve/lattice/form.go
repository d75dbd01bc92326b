package lattice

// Form returns the name of the form of a type in language tables: "list" for any kind of list.
func (n Node) Form() string {
	switch n.Kind {
	case List, Tuple:
		return "list"
	case Map:
		return "dict"
	case Promise:
		return "promise"
	case FuncType, FuncLit, Func:
		return "func"
	}
	return ""
}

package syntax

import (
	"go/ast"
	"go/token"
)

// name adds an identifier.
func (m *maker) name(s symbol, f field, id *ast.Ident) { m.leaf(s, f, len(id.Name)) }

// group adds the specifications of a declaration, in brackets or alone. Each in brackets ends with
// a terminator.
func (m *maker) group(d *ast.GenDecl, spec func(ast.Spec)) {
	if !d.Lparen.IsValid() {
		spec(d.Specs[0])
		return
	}
	m.token(tOpenParen)
	for _, s := range d.Specs {
		spec(s)
		if !m.terminator() {
			m.fail()
		}
	}
	m.token(tCloseParen)
}

func (m *maker) declaration(d *ast.GenDecl) {
	switch d.Tok {
	case token.IMPORT:
		m.within(sImportDeclaration, fNone, func() {
			m.token(tImport)
			if !d.Lparen.IsValid() {
				m.importSpec(d.Specs[0])
				return
			}
			m.within(sImportSpecList, fNone, func() {
				m.token(tOpenParen)
				for _, s := range d.Specs {
					m.importSpec(s)
					m.terminator()
				}
				m.token(tCloseParen)
			})
		})
	case token.CONST:
		m.within(sConstDeclaration, fNone, func() {
			m.token(tConst)
			m.group(d, func(s ast.Spec) { m.constSpec(s.(*ast.ValueSpec)) })
		})
	case token.VAR:
		m.within(sVarDeclaration, fNone, func() {
			m.token(tVar)
			if !d.Lparen.IsValid() {
				m.varSpec(d.Specs[0])
				return
			}
			m.within(sVarSpecList, fNone, func() { m.group(d, m.varSpec) })
		})
	case token.TYPE:
		m.within(sTypeDeclaration, fNone, func() {
			m.token(tType)
			m.group(d, func(s ast.Spec) { m.typeSpec(s.(*ast.TypeSpec)) })
		})
	default:
		m.fail()
	}
}

func (m *maker) importSpec(s ast.Spec) {
	spec := s.(*ast.ImportSpec)
	m.within(sImportSpec, fNone, func() {
		switch {
		case spec.Name == nil:
		case spec.Name.Name == ".":
			m.within(sDot, fName, func() { m.token(tPeriod) })
		case spec.Name.Name == "_":
			m.name(sBlankIdentifier, fName, spec.Name)
		default:
			m.name(sPackageIdentifier, fName, spec.Name)
		}
		m.literal(fPath, spec.Path)
	})
}

func (m *maker) constSpec(spec *ast.ValueSpec) {
	m.within(sConstSpec, fNone, func() {
		for i, n := range spec.Names {
			if i > 0 {
				m.tokenIn(tComma, fName)
			}
			m.name(sIdentifier, fName, n)
		}
		m.valueOf(spec)
	})
}

func (m *maker) varSpec(s ast.Spec) {
	spec := s.(*ast.ValueSpec)
	m.within(sVarSpec, fNone, func() {
		for i, n := range spec.Names {
			if i > 0 {
				m.token(tComma)
			}
			m.name(sIdentifier, fName, n)
		}
		m.valueOf(spec)
	})
}

// valueOf adds the type and the values of a constant or variable.
func (m *maker) valueOf(spec *ast.ValueSpec) {
	if spec.Type != nil {
		m.typ(fType, spec.Type)
	}
	if len(spec.Values) > 0 {
		m.token(tAssign)
		m.expressions(fValue, spec.Values)
	}
}

func (m *maker) typeSpec(spec *ast.TypeSpec) {
	kind := sTypeSpec
	if spec.Assign.IsValid() {
		kind = sTypeAlias
	}
	m.within(kind, fNone, func() {
		m.name(sTypeIdentifier, fName, spec.Name)
		m.typeParameters(spec.TypeParams)
		if spec.Assign.IsValid() {
			m.token(tAssign)
		}
		m.typ(fType, spec.Type)
	})
}

func (m *maker) function(d *ast.FuncDecl) {
	s := sFunctionDeclaration
	if d.Recv != nil {
		s = sMethodDeclaration
	}
	m.within(s, fNone, func() {
		m.token(tFunc)
		if d.Recv != nil {
			m.parameters(fReceiver, d.Recv)
			m.name(sFieldIdentifier, fName, d.Name)
		} else {
			m.name(sIdentifier, fName, d.Name)
			m.typeParameters(d.Type.TypeParams)
		}
		m.signature(d.Type)
		if d.Body != nil {
			m.block(fBody, d.Body)
		}
	})
}

func (m *maker) typeParameters(list *ast.FieldList) {
	if list == nil {
		return
	}
	m.within(sTypeParameterList, fTypeParameters, func() {
		m.token(tOpenBracket)
		for i, p := range list.List {
			if i > 0 {
				m.token(tComma)
			}
			m.within(sTypeParameterDeclaration, fNone, func() {
				for i, n := range p.Names {
					if i > 0 {
						m.token(tComma)
					}
					m.name(sIdentifier, fName, n)
				}
				m.within(sTypeConstraint, fType, func() { m.union(p.Type) })
			})
		}
		m.option(tComma)
		m.token(tCloseBracket)
	})
}

// signature adds parameters and results.
func (m *maker) signature(t *ast.FuncType) {
	m.parameters(fParameters, t.Params)
	switch r := t.Results; {
	case r == nil:
	case r.Opening.IsValid():
		m.parameters(fResult, r)
	default:
		m.typ(fResult, r.List[0].Type)
	}
}

func (m *maker) parameters(f field, list *ast.FieldList) {
	m.within(sParameterList, f, func() {
		m.token(tOpenParen)
		for i, p := range list.List {
			if i > 0 {
				m.token(tComma)
			}
			m.parameter(p)
		}
		m.option(tComma)
		m.token(tCloseParen)
	})
}

func (m *maker) parameter(p *ast.Field) {
	variadic, is := p.Type.(*ast.Ellipsis)
	if is {
		if len(p.Names) > 1 {
			m.fail()
		}
		m.within(sVariadicParameterDeclaration, fNone, func() {
			if len(p.Names) > 0 {
				m.name(sIdentifier, fName, p.Names[0])
			}
			m.token(tEllipsis)
			m.typ(fType, variadic.Elt)
		})
		return
	}
	m.within(sParameterDeclaration, fNone, func() {
		for i, n := range p.Names {
			if i > 0 {
				m.token(tComma)
			}
			m.name(sIdentifier, fName, n)
		}
		m.typ(fType, p.Type)
	})
}

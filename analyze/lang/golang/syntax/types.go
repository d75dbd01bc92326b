package syntax

import (
	"go/ast"
	"go/token"
)

// isType reports whether an expression has the form of a type.
func isType(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident, *ast.ArrayType, *ast.StructType, *ast.FuncType, *ast.InterfaceType, *ast.MapType, *ast.ChanType:
		return true
	case *ast.SelectorExpr:
		_, ok := e.X.(*ast.Ident)
		return ok
	case *ast.StarExpr:
		return isType(e.X)
	case *ast.ParenExpr:
		return isType(e.X)
	case *ast.IndexExpr:
		return isNamed(e.X) && isType(e.Index)
	case *ast.IndexListExpr:
		for _, i := range e.Indices {
			if !isType(i) {
				return false
			}
		}
		return isNamed(e.X)
	}
	return false
}

// isNamed reports whether an expression has the form of the name of a type.
func isNamed(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		_, ok := e.X.(*ast.Ident)
		return ok
	}
	return false
}

// isValue reports whether an expression has the form of a value.
func isValue(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ArrayType, *ast.StructType, *ast.FuncType, *ast.InterfaceType, *ast.MapType, *ast.ChanType:
		return false
	case *ast.StarExpr:
		return isValue(e.X)
	case *ast.ParenExpr:
		return isValue(e.X)
	}
	return true
}

// typ adds a type.
func (m *maker) typ(f field, e ast.Expr) {
	switch e := e.(type) {
	case *ast.Ident:
		m.name(sTypeIdentifier, f, e)
	case *ast.SelectorExpr:
		m.qualified(f, e)
	case *ast.IndexExpr:
		m.generic(f, e.X, e.Index)
	case *ast.IndexListExpr:
		m.generic(f, e.X, e.Indices...)
	case *ast.StarExpr:
		m.within(sPointerType, f, func() {
			m.token(tStar)
			m.typ(fNone, e.X)
		})
	case *ast.ParenExpr:
		m.within(sParenthesizedType, f, func() {
			m.token(tOpenParen)
			m.typ(fNone, e.X)
			m.token(tCloseParen)
		})
	case *ast.UnaryExpr:
		if e.Op != token.TILDE {
			m.fail()
		}
		m.within(sNegatedType, f, func() {
			m.token(tTilde)
			m.typ(fNone, e.X)
		})
	case *ast.ArrayType:
		m.arrayType(f, e)
	case *ast.MapType:
		m.within(sMapType, f, func() {
			m.token(tMap)
			m.token(tOpenBracket)
			m.typ(fKey, e.Key)
			m.token(tCloseBracket)
			m.typ(fValue, e.Value)
		})
	case *ast.ChanType:
		m.within(sChannelType, f, func() {
			if e.Dir == ast.RECV {
				m.token(tArrow)
			}
			m.token(tChan)
			if e.Dir == ast.SEND {
				m.token(tArrow)
			}
			m.typ(fValue, e.Value)
		})
	case *ast.FuncType:
		m.within(sFunctionType, f, func() {
			m.token(tFunc)
			m.signature(e)
		})
	case *ast.StructType:
		m.within(sStructType, f, func() {
			m.token(tStruct)
			m.within(sFieldDeclarationList, fNone, func() { m.fields(e.Fields) })
		})
	case *ast.InterfaceType:
		m.within(sInterfaceType, f, func() {
			m.token(tInterface)
			m.elements(e.Methods)
		})
	default:
		m.fail()
	}
}

func (m *maker) arrayType(f field, e *ast.ArrayType) {
	s := sArrayType
	_, implicit := e.Len.(*ast.Ellipsis)
	switch {
	case e.Len == nil:
		s = sSliceType
	case implicit:
		s = sImplicitLengthArrayType
	}
	m.within(s, f, func() {
		m.token(tOpenBracket)
		if implicit {
			m.token(tEllipsis)
		} else if e.Len != nil {
			m.expression(fLength, e.Len)
		}
		m.token(tCloseBracket)
		m.typ(fElement, e.Elt)
	})
}

func (m *maker) qualified(f field, e *ast.SelectorExpr) {
	pkg, ok := e.X.(*ast.Ident)
	if !ok {
		m.fail()
	}
	m.within(sQualifiedType, f, func() {
		m.name(sPackageIdentifier, fPackage, pkg)
		m.token(tPeriod)
		m.name(sTypeIdentifier, fName, e.Sel)
	})
}

func (m *maker) generic(f field, of ast.Expr, args ...ast.Expr) {
	if !isNamed(of) {
		m.fail()
	}
	m.within(sGenericType, f, func() {
		m.typ(fType, of)
		m.typeArguments(args)
	})
}

func (m *maker) typeArguments(args []ast.Expr) {
	m.within(sTypeArguments, fTypeArguments, func() {
		m.token(tOpenBracket)
		for i, a := range args {
			if i > 0 {
				m.token(tComma)
			}
			m.within(sTypeElem, fNone, func() { m.union(a) })
		}
		m.option(tComma)
		m.token(tCloseBracket)
	})
}

// union adds the terms of a union of types.
func (m *maker) union(e ast.Expr) {
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.OR {
		m.union(b.X)
		m.token(tPipe)
		m.typ(fNone, b.Y)
		return
	}
	m.typ(fNone, e)
}

// fields adds the fields of a struct.
func (m *maker) fields(list *ast.FieldList) {
	m.token(tOpenBrace)
	for _, d := range list.List {
		m.within(sFieldDeclaration, fNone, func() {
			for i, n := range d.Names {
				if i > 0 {
					m.token(tComma)
				}
				m.name(sFieldIdentifier, fName, n)
			}
			t := d.Type
			if star, ok := t.(*ast.StarExpr); ok && len(d.Names) == 0 {
				m.token(tStar)
				t = star.X
			}
			m.typ(fType, t)
			if d.Tag != nil {
				m.literal(fTag, d.Tag)
			}
		})
		m.terminator()
	}
	m.token(tCloseBrace)
}

// elements adds the methods and embedded types of an interface.
func (m *maker) elements(list *ast.FieldList) {
	m.token(tOpenBrace)
	for _, d := range list.List {
		if signature, ok := d.Type.(*ast.FuncType); ok && len(d.Names) > 0 {
			m.within(sMethodElem, fNone, func() {
				m.name(sFieldIdentifier, fName, d.Names[0])
				m.signature(signature)
			})
		} else {
			m.within(sTypeElem, fNone, func() { m.union(d.Type) })
		}
		m.terminator()
	}
	m.token(tCloseBrace)
}

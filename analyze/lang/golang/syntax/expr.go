package syntax

import (
	"bytes"
	"go/ast"
	"go/token"
)

// expressions adds a list of expressions.
func (m *maker) expressions(f field, list []ast.Expr) {
	m.within(sExpressionList, f, func() {
		for i, e := range list {
			if i > 0 {
				m.token(tComma)
			}
			m.expression(fNone, e)
		}
	})
}

// expression adds a value.
func (m *maker) expression(f field, e ast.Expr) {
	switch e := e.(type) {
	case *ast.Ident:
		m.identifier(f, e)
	case *ast.BasicLit:
		m.literal(f, e)
	case *ast.ParenExpr:
		m.within(sParenthesizedExpression, f, func() {
			m.token(tOpenParen)
			m.expression(fNone, e.X)
			m.token(tCloseParen)
		})
	case *ast.SelectorExpr:
		m.within(sSelectorExpression, f, func() {
			m.expression(fOperand, e.X)
			m.token(tPeriod)
			m.name(sFieldIdentifier, fField, e.Sel)
		})
	case *ast.StarExpr:
		m.within(sUnaryExpression, f, func() {
			m.tokenIn(tStar, fOperator)
			m.expression(fOperand, e.X)
		})
	case *ast.UnaryExpr:
		m.within(sUnaryExpression, f, func() {
			m.tokenIn(operator(e.Op), fOperator)
			m.expression(fOperand, e.X)
		})
	case *ast.BinaryExpr:
		m.within(sBinaryExpression, f, func() {
			m.expression(fLeft, e.X)
			m.tokenIn(operator(e.Op), fOperator)
			m.expression(fRight, e.Y)
		})
	case *ast.CallExpr:
		m.call(f, e)
	case *ast.IndexExpr:
		m.index(f, e)
	case *ast.IndexListExpr:
		m.instantiation(f, e.X, e.Indices)
	case *ast.SliceExpr:
		m.slice(f, e)
	case *ast.TypeAssertExpr:
		if e.Type == nil {
			m.fail()
		}
		m.within(sTypeAssertionExpression, f, func() {
			m.expression(fOperand, e.X)
			m.token(tPeriod)
			m.token(tOpenParen)
			m.typ(fType, e.Type)
			m.token(tCloseParen)
		})
	case *ast.CompositeLit:
		if e.Type == nil {
			m.fail()
		}
		m.within(sCompositeLiteral, f, func() {
			m.typ(fType, e.Type)
			m.literalValue(fBody, e)
		})
	case *ast.FuncLit:
		m.within(sFuncLiteral, f, func() {
			m.token(tFunc)
			m.signature(e.Type)
			m.block(fBody, e.Body)
		})
	default:
		m.fail()
	}
}

func (m *maker) identifier(f field, e *ast.Ident) {
	s := sIdentifier
	switch e.Name {
	case "nil":
		s = sNil
	case "true":
		s = sTrue
	case "false":
		s = sFalse
	case "iota":
		s = sIota
	}
	m.name(s, f, e)
}

func (m *maker) literal(f field, e *ast.BasicLit) {
	if m.failed {
		return
	}
	start := m.next()
	switch e.Kind {
	case token.INT:
		m.leaf(sIntLiteral, f, len(e.Value))
	case token.FLOAT:
		m.leaf(sFloatLiteral, f, len(e.Value))
	case token.IMAG:
		m.leaf(sImaginaryLiteral, f, len(e.Value))
	case token.CHAR:
		m.leaf(sRuneLiteral, f, len(e.Value))
	default:
		if m.src[start] == '`' {
			n := bytes.IndexByte(m.src[start+1:], '`')
			m.leaf(sRawStringLiteral, f, n+2) // the value lacks carriage returns
			return
		}
		m.within(sInterpretedStringLiteral, f, func() {
			m.leafAt(tQuote, fNone, start, start+1)
			end := start + len(e.Value) - 1
			for i := start + 1; i < end; i++ {
				if m.src[i] == '\\' {
					n := escape(m.src[i:end])
					m.leafAt(sEscapeSequence, fNone, i, i+n)
					i += n - 1
				}
			}
			m.leafAt(tQuote, fNone, end, end+1)
		})
	}
}

// escape returns the length of the escape sequence at the start of text, which is part of a valid
// literal.
func escape(text []byte) int {
	switch c := text[1]; {
	case c == 'x':
		return 4
	case c == 'u':
		return 6
	case c == 'U':
		return 10
	case '0' <= c && c <= '7':
		return 4
	}
	return 2
}

// index adds an element, or a function with a type argument, which look alike.
func (m *maker) index(f field, e *ast.IndexExpr) {
	if !isValue(e.Index) {
		m.instantiation(f, e.X, []ast.Expr{e.Index})
		return
	}
	m.within(sIndexExpression, f, func() {
		m.expression(fOperand, e.X)
		m.token(tOpenBracket)
		m.expression(fIndex, e.Index)
		m.token(tCloseBracket)
	})
}

func (m *maker) instantiation(f field, of ast.Expr, args []ast.Expr) {
	m.within(sTypeInstantiationExpression, f, func() {
		m.typ(fType, of)
		m.token(tOpenBracket)
		for i, a := range args {
			if i > 0 {
				m.token(tComma)
			}
			m.typ(fNone, a)
		}
		m.option(tComma)
		m.token(tCloseBracket)
	})
}

func (m *maker) slice(f field, e *ast.SliceExpr) {
	m.within(sSliceExpression, f, func() {
		m.expression(fOperand, e.X)
		m.token(tOpenBracket)
		if e.Low != nil {
			m.expression(fStart, e.Low)
		}
		m.token(tColon)
		if e.High != nil {
			m.expression(fEnd, e.High)
		}
		if e.Slice3 {
			m.token(tColon)
			m.expression(fCapacity, e.Max)
		}
		m.token(tCloseBracket)
	})
}

func (m *maker) call(f field, e *ast.CallExpr) {
	of, args := e.Fun, []ast.Expr(nil)
	switch fun := e.Fun.(type) {
	case *ast.IndexExpr:
		of, args = fun.X, []ast.Expr{fun.Index}
	case *ast.IndexListExpr:
		of, args = fun.X, fun.Indices
	}
	if !isValue(e.Fun) || hasTypeArguments(e.Fun) && isType(e.Fun) && len(e.Args) == 1 && !e.Ellipsis.IsValid() && isValue(e.Args[0]) {
		m.conversion(f, e)
		return
	}
	m.within(sCallExpression, f, func() {
		id, _ := e.Fun.(*ast.Ident)
		made := id != nil && (id.Name == "new" || id.Name == "make")
		switch {
		case made:
			m.name(sIdentifier, fFunction, id)
		case args != nil && areTypes(args):
			m.expression(fFunction, of)
			m.typeArguments(args)
		default:
			m.expression(fFunction, e.Fun)
		}
		m.arguments(e, made)
	})
}

// hasTypeArguments reports whether what a type points to may have type arguments.
func hasTypeArguments(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.StarExpr:
		return hasTypeArguments(e.X)
	case *ast.ParenExpr:
		return hasTypeArguments(e.X)
	case *ast.IndexExpr, *ast.IndexListExpr:
		return true
	}
	return false
}

func areTypes(list []ast.Expr) bool {
	for _, e := range list {
		if !isType(e) {
			return false
		}
	}
	return true
}

// conversion adds a call of what can only be a type.
func (m *maker) conversion(f field, e *ast.CallExpr) {
	if len(e.Args) != 1 || e.Ellipsis.IsValid() {
		m.fail()
	}
	m.within(sTypeConversionExpression, f, func() {
		m.typ(fType, e.Fun)
		m.token(tOpenParen)
		m.expression(fOperand, e.Args[0])
		m.option(tComma)
		m.token(tCloseParen)
	})
}

// arguments adds the arguments of a call; the first one of new and make is a type.
func (m *maker) arguments(e *ast.CallExpr, made bool) {
	m.within(sArgumentList, fArguments, func() {
		m.token(tOpenParen)
		for i, a := range e.Args {
			if i > 0 {
				m.token(tComma)
			}
			switch {
			case i == 0 && made && isType(a):
				m.typ(fNone, a)
			case i == len(e.Args)-1 && e.Ellipsis.IsValid():
				m.within(sVariadicArgument, fNone, func() {
					m.expression(fNone, a)
					m.token(tEllipsis)
				})
			default:
				m.expression(fNone, a)
			}
		}
		m.option(tComma)
		m.token(tCloseParen)
	})
}

func (m *maker) literalValue(f field, e *ast.CompositeLit) {
	m.within(sLiteralValue, f, func() {
		m.token(tOpenBrace)
		for i, x := range e.Elts {
			if i > 0 {
				m.token(tComma)
			}
			if pair, ok := x.(*ast.KeyValueExpr); ok {
				m.within(sKeyedElement, fNone, func() {
					m.element(pair.Key)
					m.token(tColon)
					m.element(pair.Value)
				})
			} else {
				m.element(x)
			}
		}
		m.option(tComma)
		m.token(tCloseBrace)
	})
}

func (m *maker) element(e ast.Expr) {
	m.within(sLiteralElement, fNone, func() {
		if lit, ok := e.(*ast.CompositeLit); ok && lit.Type == nil {
			m.literalValue(fNone, lit)
		} else {
			m.expression(fNone, e)
		}
	})
}

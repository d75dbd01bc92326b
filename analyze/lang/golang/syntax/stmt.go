package syntax

import (
	"go/ast"
	"go/token"
)

func (m *maker) block(f field, b *ast.BlockStmt) {
	m.within(sBlock, f, func() {
		m.token(tOpenBrace)
		m.statements(b.List)
		m.token(tCloseBrace)
	})
}

func (m *maker) statements(list []ast.Stmt) {
	for i, s := range list {
		last := i == len(list)-1
		m.statement(fNone, s, last)
		if last && isLabel(s) {
			return // what follows ends the list
		}
		if !m.terminator() && !last {
			m.fail()
		}
	}
}

// isLabel reports whether a statement is a label with nothing behind it.
func isLabel(s ast.Stmt) bool {
	for {
		switch label := s.(type) {
		case *ast.LabeledStmt:
			s = label.Stmt
		case *ast.EmptyStmt:
			return true
		default:
			return false
		}
	}
}

// statement adds a statement; last says that none follows in its list.
func (m *maker) statement(f field, s ast.Stmt, last bool) {
	switch s := s.(type) {
	case *ast.DeclStmt:
		m.declaration(s.Decl.(*ast.GenDecl))
	case *ast.ExprStmt, *ast.SendStmt, *ast.IncDecStmt, *ast.AssignStmt:
		m.simple(f, s)
	case *ast.ReturnStmt:
		m.within(sReturnStatement, f, func() {
			m.token(tReturn)
			if len(s.Results) > 0 {
				m.expressions(fNone, s.Results)
			}
		})
	case *ast.GoStmt:
		m.within(sGoStatement, f, func() {
			m.token(tGo)
			m.expression(fNone, s.Call)
		})
	case *ast.DeferStmt:
		m.within(sDeferStatement, f, func() {
			m.token(tDefer)
			m.expression(fNone, s.Call)
		})
	case *ast.BranchStmt:
		m.branch(f, s)
	case *ast.BlockStmt:
		m.block(f, s)
	case *ast.IfStmt:
		m.ifStatement(f, s)
	case *ast.ForStmt:
		m.within(sForStatement, f, func() { m.forStatement(s) })
	case *ast.RangeStmt:
		m.within(sForStatement, f, func() { m.rangeStatement(s) })
	case *ast.SwitchStmt:
		m.within(sExpressionSwitchStatement, f, func() {
			m.token(tSwitch)
			m.initializer(s.Init)
			if s.Tag != nil {
				m.expression(fValue, s.Tag)
			}
			m.cases(s.Body, m.expressionCase)
		})
	case *ast.TypeSwitchStmt:
		m.within(sTypeSwitchStatement, f, func() { m.typeSwitch(s) })
	case *ast.SelectStmt:
		m.within(sSelectStatement, f, func() {
			m.token(tSelect)
			m.cases(s.Body, m.communication)
		})
	case *ast.LabeledStmt:
		m.within(sLabeledStatement, f, func() {
			m.name(sLabelName, fLabel, s.Label)
			m.token(tColon)
			if e, ok := s.Stmt.(*ast.EmptyStmt); !ok {
				m.statement(fNone, s.Stmt, last)
			} else if !e.Implicit || !last {
				m.fail()
			}
		})
	default:
		m.fail()
	}
}

// simple adds a simple statement.
func (m *maker) simple(f field, s ast.Stmt) {
	switch s := s.(type) {
	case *ast.ExprStmt:
		m.within(sExpressionStatement, f, func() { m.expression(fNone, s.X) })
	case *ast.SendStmt:
		m.send(f, s)
	case *ast.IncDecStmt:
		kind, mark := sIncStatement, tIncrement
		if s.Tok == token.DEC {
			kind, mark = sDecStatement, tDecrement
		}
		m.within(kind, f, func() {
			m.expression(fNone, s.X)
			m.token(mark)
		})
	case *ast.AssignStmt:
		kind, in := sAssignmentStatement, fOperator
		if s.Tok == token.DEFINE {
			kind, in = sShortVarDeclaration, fNone
		}
		m.within(kind, f, func() {
			m.expressions(fLeft, s.Lhs)
			m.tokenIn(operator(s.Tok), in)
			m.expressions(fRight, s.Rhs)
		})
	default:
		m.fail()
	}
}

func (m *maker) send(f field, s *ast.SendStmt) {
	m.within(sSendStatement, f, func() {
		m.expression(fChannel, s.Chan)
		m.token(tArrow)
		m.expression(fValue, s.Value)
	})
}

func (m *maker) branch(f field, s *ast.BranchStmt) {
	kind, word := sBreakStatement, tBreak
	switch s.Tok {
	case token.CONTINUE:
		kind, word = sContinueStatement, tContinue
	case token.GOTO:
		kind, word = sGotoStatement, tGoto
	case token.FALLTHROUGH:
		kind, word = sFallthroughStatement, tFallthrough
	}
	m.within(kind, f, func() {
		m.token(word)
		if s.Label != nil {
			m.name(sLabelName, fNone, s.Label)
		}
	})
}

// initializer adds the statement before the condition or value of a statement.
func (m *maker) initializer(s ast.Stmt) {
	if s != nil {
		m.simple(fInitializer, s)
		m.token(tSemicolon)
	}
}

func (m *maker) ifStatement(f field, s *ast.IfStmt) {
	m.within(sIfStatement, f, func() {
		m.token(tIf)
		m.initializer(s.Init)
		m.expression(fCondition, s.Cond)
		m.block(fConsequence, s.Body)
		switch other := s.Else.(type) {
		case *ast.IfStmt:
			m.token(tElse)
			m.ifStatement(fAlternative, other)
		case *ast.BlockStmt:
			m.token(tElse)
			m.block(fAlternative, other)
		}
	})
}

func (m *maker) forStatement(s *ast.ForStmt) {
	m.token(tFor)
	switch {
	case s.Init != nil || s.Post != nil || m.peek(";"):
		m.within(sForClause, fNone, func() {
			if s.Init != nil {
				m.simple(fInitializer, s.Init)
			}
			m.token(tSemicolon)
			if s.Cond != nil {
				m.expression(fCondition, s.Cond)
			}
			m.token(tSemicolon)
			if s.Post != nil {
				m.simple(fUpdate, s.Post)
			}
		})
	case s.Cond != nil:
		m.expression(fNone, s.Cond)
	}
	m.block(fBody, s.Body)
}

func (m *maker) rangeStatement(s *ast.RangeStmt) {
	m.token(tFor)
	m.within(sRangeClause, fNone, func() {
		if s.Key != nil {
			left := []ast.Expr{s.Key}
			if s.Value != nil {
				left = append(left, s.Value)
			}
			m.expressions(fLeft, left)
			m.token(operator(s.Tok))
		}
		m.token(tRange)
		m.expression(fRight, s.X)
	})
	m.block(fBody, s.Body)
}

func (m *maker) typeSwitch(s *ast.TypeSwitchStmt) {
	m.token(tSwitch)
	m.initializer(s.Init)
	var x ast.Expr
	switch assign := s.Assign.(type) {
	case *ast.AssignStmt:
		m.expressions(fAlias, assign.Lhs)
		m.token(tDefine)
		x = assign.Rhs[0]
	case *ast.ExprStmt:
		x = assign.X
	}
	assertion, ok := x.(*ast.TypeAssertExpr)
	if !ok {
		m.fail()
		return
	}
	m.expression(fValue, assertion.X)
	m.token(tPeriod)
	m.token(tOpenParen)
	m.token(tType)
	m.token(tCloseParen)
	m.cases(s.Body, m.typeCase)
}

// cases adds the body of a switch or select statement.
func (m *maker) cases(b *ast.BlockStmt, one func(ast.Stmt)) {
	m.token(tOpenBrace)
	for _, s := range b.List {
		one(s)
	}
	m.token(tCloseBrace)
}

func (m *maker) expressionCase(s ast.Stmt) {
	c := s.(*ast.CaseClause)
	if c.List == nil {
		m.defaultCase(c.Body)
		return
	}
	m.within(sExpressionCase, fNone, func() {
		m.token(tCase)
		m.expressions(fValue, c.List)
		m.token(tColon)
		m.statements(c.Body)
	})
}

func (m *maker) typeCase(s ast.Stmt) {
	c := s.(*ast.CaseClause)
	if c.List == nil {
		m.defaultCase(c.Body)
		return
	}
	m.within(sTypeCase, fNone, func() {
		m.token(tCase)
		for i, t := range c.List {
			if i > 0 {
				m.tokenIn(tComma, fType)
			}
			m.typ(fType, t)
		}
		m.token(tColon)
		m.statements(c.Body)
	})
}

func (m *maker) defaultCase(body []ast.Stmt) {
	m.within(sDefaultCase, fNone, func() {
		m.token(tDefault)
		m.token(tColon)
		m.statements(body)
	})
}

func (m *maker) communication(s ast.Stmt) {
	c := s.(*ast.CommClause)
	if c.Comm == nil {
		m.defaultCase(c.Body)
		return
	}
	m.within(sCommunicationCase, fNone, func() {
		m.token(tCase)
		switch comm := c.Comm.(type) {
		case *ast.SendStmt:
			m.send(fCommunication, comm)
		case *ast.ExprStmt:
			m.within(sReceiveStatement, fCommunication, func() { m.expression(fRight, comm.X) })
		case *ast.AssignStmt:
			m.within(sReceiveStatement, fCommunication, func() {
				m.expressions(fLeft, comm.Lhs)
				m.token(operator(comm.Tok))
				m.expression(fRight, comm.Rhs[0])
			})
		default:
			m.fail()
		}
		m.token(tColon)
		m.statements(c.Body)
	})
}

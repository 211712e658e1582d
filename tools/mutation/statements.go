package mutation

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

const (
	isString  = types.IsString
	isInteger = types.IsInteger
)

// statements records the mutants of the statements in a block.
func (c *scanner) statements(list []ast.Stmt) {
	for _, s := range list {
		for {
			labelled, ok := s.(*ast.LabeledStmt)
			if !ok {
				break
			}
			s = labelled.Stmt
		}
		switch s := s.(type) {
		case *ast.ExprStmt:
			if call, ok := s.X.(*ast.CallExpr); ok && !c.isPanic(call) {
				c.removed(s)
			}
		case *ast.DeferStmt:
			c.removed(s)
		case *ast.AssignStmt:
			c.assignment(s)
		case *ast.IncDecStmt:
			to := opposite(s.Tok)
			is := c.add(s, s.TokPos, Counting, to.String())
			c.instead(s, is, string(c.raw(s.X))+to.String())
		case *ast.BranchStmt:
			c.branch(s)
		}
	}
}

// removed records the mutant that removes a statement.
func (c *scanner) removed(s ast.Stmt) {
	id := c.add(s, s.Pos(), Removal, "")
	c.wrapNode(s, fmt.Sprintf("if !schemata.Is(%d) { ", id), " }")
}

// instead replaces a statement by another one if a mutant is active.
func (c *scanner) instead(s ast.Stmt, id uint16, other string) {
	c.wrapNode(s, fmt.Sprintf("if schemata.Is(%d) { %s } else { ", id, other), " }")
}

func (c *scanner) assignment(s *ast.AssignStmt) {
	if s.Tok == token.ASSIGN {
		for _, e := range s.Lhs {
			if name, ok := e.(*ast.Ident); !ok || name.Name != "_" {
				c.removed(s)
				return
			}
		}
		return
	}
	to, ok := assignments[s.Tok]
	if !ok || c.basic(s.Lhs[0])&types.IsNumeric == 0 {
		return
	}
	id := c.add(s, s.TokPos, Assigning, to.String())
	c.instead(s, id, fmt.Sprintf("%s %s %s", c.raw(s.Lhs[0]), to, c.raw(s.Rhs[0])))
}

// count records the mutant of the i++ of a loop.
func (c *scanner) count(s *ast.IncDecStmt) {
	if _, ok := s.X.(*ast.Ident); !ok || c.basic(s.X)&types.IsNumeric == 0 {
		return
	}
	function := "Increment"
	if s.Tok == token.DEC {
		function = "Decrement"
	}
	id := c.add(s, s.TokPos, Counting, opposite(s.Tok).String())
	c.wrapNode(s.X, fmt.Sprintf("schemata.%s(%d, &", function, id), ")")
	c.replace(c.offset(s.TokPos), len(s.Tok.String()), "")
}

func opposite(t token.Token) token.Token {
	if t == token.INC {
		return token.DEC
	}
	return token.INC
}

// branch records the mutant of a break or continue of a loop. A loop without a condition must not
// get its first break, because the compiler would then require a return after it.
func (c *scanner) branch(s *ast.BranchStmt) {
	if s.Tok != token.BREAK && s.Tok != token.CONTINUE {
		return
	}
	switch l := c.loop(s.Label).(type) {
	case *ast.ForStmt:
		if s.Tok == token.CONTINUE && l.Cond == nil {
			return
		}
	case *ast.RangeStmt:
	default:
		return
	}
	to, label := token.BREAK, ""
	if s.Label != nil {
		label = " " + s.Label.Name
	}
	if s.Tok == token.BREAK {
		to = token.CONTINUE
	}
	id := c.add(s, s.Pos(), LoopControl, to.String()+label)
	c.instead(s, id, to.String()+label)
}

// isPanic reports whether a call never returns, which the compiler may rely on.
func (c *scanner) isPanic(call *ast.CallExpr) bool {
	name, ok := call.Fun.(*ast.Ident)
	return ok && name.Name == "panic" && c.info.Types[call.Fun].IsBuiltin()
}

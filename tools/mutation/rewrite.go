package mutation

import (
	"fmt"
	"go/ast"
	"go/token"
)

// swap is a replacement operator and the function that implements it.
type swap struct {
	operator Operator
	to       token.Token
	function string
}

var swaps = map[token.Token]swap{
	token.LSS:     {Boundary, token.LEQ, "Less"},
	token.LEQ:     {Boundary, token.LSS, "LessEqual"},
	token.GTR:     {Boundary, token.GEQ, "Greater"},
	token.GEQ:     {Boundary, token.GTR, "GreaterEqual"},
	token.ADD:     {Arithmetic, token.SUB, "Add"},
	token.SUB:     {Arithmetic, token.ADD, "Subtract"},
	token.MUL:     {Arithmetic, token.QUO, "Multiply"},
	token.QUO:     {Arithmetic, token.MUL, "Divide"},
	token.REM:     {Arithmetic, token.MUL, "Remainder"},
	token.AND:     {Bitwise, token.OR, "And"},
	token.OR:      {Bitwise, token.AND, "Or"},
	token.XOR:     {Bitwise, token.AND, "Xor"},
	token.AND_NOT: {Bitwise, token.AND, "AndNot"},
}

// opposites maps each comparison to its negation.
var opposites = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS, token.LEQ: token.GTR,
	token.GTR: token.LEQ,
}

// assignments maps each assignment operator to its replacement.
var assignments = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN, token.MUL_ASSIGN: token.QUO_ASSIGN,
	token.QUO_ASSIGN: token.MUL_ASSIGN, token.REM_ASSIGN: token.MUL_ASSIGN, token.AND_ASSIGN: token.OR_ASSIGN,
	token.OR_ASSIGN: token.AND_ASSIGN, token.XOR_ASSIGN: token.AND_ASSIGN, token.AND_NOT_ASSIGN: token.AND_ASSIGN,
}

// expression records the mutants of an expression. It returns false if the expressions inside must
// not be visited.
func (c *scanner) expression(e ast.Expr) bool {
	if c.isConstant(e) {
		return false
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		return !isPointer(e)
	case *ast.BinaryExpr:
		if c.info.Types[e].IsValue() { // not a union of types
			c.binary(e)
		}
	case *ast.UnaryExpr:
		if e.Op == token.SUB && c.basic(e) != 0 {
			id := c.add(e, e.OpPos, Negatives, c.shown(e.X))
			c.wrapNode(e, fmt.Sprintf("schemata.Negative(%d, ", id), ")")
		}
	}
	return true
}

// isPointer reports whether a call converts to unsafe.Pointer. Its argument must stay one
// expression.
func isPointer(e *ast.CallExpr) bool {
	s, ok := e.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, ok := s.X.(*ast.Ident)
	return ok && x.Name == "unsafe" && s.Sel.Name == "Pointer"
}

func (c *scanner) binary(e *ast.BinaryExpr) {
	if e.Op == token.LAND || e.Op == token.LOR {
		c.logical(e)
		return
	}
	if to, compares := opposites[e.Op]; compares && c.isBool(e) {
		id := c.add(e, e.OpPos, Negation, to.String())
		c.wrapNode(e, fmt.Sprintf("schemata.Not(%d, ", id), ")")
	}
	s, ok := swaps[e.Op]
	operands := c.basic(e.X) & c.basic(e.Y)
	switch {
	case !ok || operands == 0 || s.operator != Boundary && operands&isString != 0:
		return
	case s.operator == Bitwise && operands&isInteger == 0 ||
		s.to == token.MUL && e.Op == token.REM && operands&isInteger == 0:
		return
	}
	id := c.add(e, e.OpPos, s.operator, s.to.String())
	c.wrapNode(e, fmt.Sprintf("schemata.%s(%d, ", s.function, id), ")")
	c.replace(c.offset(e.OpPos), len(e.Op.String()), ",")
}

// logical rewrites a && b as ((a) != m && (b) != m) != m, which is a || b if m is true. A function
// call would evaluate both operands.
func (c *scanner) logical(e *ast.BinaryExpr) {
	if c.isBool(e) && c.isBool(e.X) && c.isBool(e.Y) {
		to := token.LOR
		if e.Op == token.LOR {
			to = token.LAND
		}
		is := fmt.Sprintf("schemata.Is(%d)", c.add(e, e.OpPos, Logical, to.String()))
		c.wrapNode(e, "(", " != "+is+") != "+is)
		c.wrapNode(e.X, "(", ") != "+is)
		c.wrapNode(e.Y, "(", ")")
	}
	c.condition(e.X)
	c.condition(e.Y)
}

// condition records the mutant of a condition, or of a part of it, that has no mutated operator.
func (c *scanner) condition(e ast.Expr) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		c.condition(e.X)
		return
	case *ast.BinaryExpr:
		return
	}
	if c.isConstant(e) || !c.isBool(e) {
		return
	}
	id := c.add(e, e.Pos(), Condition, "")
	c.wrapNode(e, fmt.Sprintf("schemata.Not(%d, ", id), ")")
}

func (c *scanner) results(n *ast.ReturnStmt) {
	for _, e := range n.Results {
		if c.isTrueOrFalse(e) {
			id := c.add(n, e.Pos(), Returned, "")
			c.wrapNode(e, fmt.Sprintf("schemata.Not(%d, ", id), ")")
		}
	}
}

package mutation

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// scanner finds the mutants of one file and the edits that insert them.
type scanner struct {
	edits
	*source
	in       *Instrumented
	name     string // of the file, in points
	function string
	stack    []ast.Node // around the present node
}

// scan adds the points and functions of a file to in, and returns the instrumented text, or nil if there
// are no points.
func (s *source) scan(f *file, name string, in *Instrumented) []byte {
	before := len(in.Points)
	c := &scanner{edits: newEdits(f.text), source: s, in: in, name: name}
	for _, d := range f.ast.Decls {
		var from ast.Node = d
		c.function = "package"
		if f, ok := d.(*ast.FuncDecl); ok {
			if f.Body == nil || f.Recv == nil && f.Name.Name == "init" {
				continue
			}
			c.function = functionName(f)
			if f.Doc != nil {
				from = f.Doc
			}
		}
		in.Functions[name+" "+c.function] += string(f.text[c.offset(from.Pos()):c.offset(d.End())]) + "\n"
		ast.PreorderStack(d, nil, func(n ast.Node, stack []ast.Node) bool {
			c.stack = stack
			return c.enter(n)
		})
	}
	if len(in.Points) == before {
		return nil
	}
	c.replace(c.offset(f.ast.Name.End()), 0, `; import schemata "`+switchPath+`"`)
	return c.apply()
}

// functionName returns the name of a function in the form used by points.
func functionName(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	return receiver(f.Recv.List[0].Type) + "." + f.Name.Name
}

// receiver returns the name of a receiver's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}

// enter records the mutants of a node. It returns false if the nodes inside must not be visited.
func (c *scanner) enter(n ast.Node) bool {
	if len(c.stack) > 0 {
		s, ok := c.stack[len(c.stack)-1].(*ast.IfStmt)
		if ok && (n == s.Cond || n == s.Body) && c.isNever(s.Cond) { // the compiler omits the body
			return false
		}
	}
	switch n := n.(type) {
	case *ast.GenDecl:
		if n.Tok == token.CONST || n.Tok == token.IMPORT {
			return false
		}
	case *ast.ArrayType:
		if n.Len != nil {
			return false
		}
	}
	if !slices.ContainsFunc(c.stack, isFunction) {
		return true
	}
	switch n := n.(type) {
	case *ast.BlockStmt:
		c.statements(n.List)
	case *ast.CaseClause:
		c.statements(n.Body)
	case *ast.CommClause:
		c.statements(n.Body)
	case *ast.ForStmt:
		c.tick(n.Body)
		if n.Cond != nil {
			c.condition(n.Cond)
		}
		if p, ok := n.Post.(*ast.IncDecStmt); ok {
			c.count(p)
		}
	case *ast.RangeStmt:
		c.tick(n.Body)
	case *ast.IfStmt:
		if !c.isNever(n.Cond) {
			c.condition(n.Cond)
		}
	case *ast.ReturnStmt:
		c.results(n)
	case ast.Expr:
		return c.expression(n)
	}
	return true
}

func isFunction(n ast.Node) bool {
	switch n.(type) {
	case *ast.FuncDecl, *ast.FuncLit:
		return true
	}
	return false
}

// loop returns the statement around the present node that break or continue without a label refer to, or
// with one. A break of a switch counts as one of the loop around it. It returns nil if there is no loop in
// the function.
func (c *scanner) loop(label *ast.Ident) ast.Stmt {
	for _, n := range slices.Backward(c.stack) {
		switch n := n.(type) {
		case *ast.FuncLit:
			return nil
		case *ast.LabeledStmt:
			if label != nil && n.Label.Name == label.Name {
				return n.Stmt
			}
		case *ast.ForStmt, *ast.RangeStmt:
			if label == nil {
				return n.(ast.Stmt)
			}
		}
	}
	return nil
}

// tick counts the iterations of a loop.
func (c *scanner) tick(body *ast.BlockStmt) {
	c.replace(c.offset(body.Lbrace)+1, 0, " schemata.Tick();")
}

// add records a mutant and returns its number.
func (c *scanner) add(at ast.Node, pos token.Pos, op Operator, change string) uint16 {
	where := c.fset.Position(pos)
	p := Point{
		ID: uint16(len(c.in.Points) + 1), File: c.name, Line: where.Line, Column: where.Column, Function: c.function,
		Operator: op, Change: c.shown(at),
	}
	if change != "" {
		p.Change += " => " + change
	}
	c.in.Points = append(c.in.Points, p)
	return p.ID
}

// longest is the maximum length of the source text in a point, in bytes.
const longest = 120

// shown returns the text of a node on one line.
func (c *scanner) shown(n ast.Node) string {
	text := strings.Join(strings.Fields(string(c.raw(n))), " ")
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + " ..."
	}
	return text
}

func (c *scanner) raw(n ast.Node) []byte { return c.text[c.offset(n.Pos()):c.offset(n.End())] }

func (c *scanner) offset(p token.Pos) int { return c.fset.Position(p).Offset }

// wrapNode puts text around a node.
func (c *scanner) wrapNode(n ast.Node, before, after string) {
	c.wrap(c.offset(n.Pos()), c.offset(n.End()), before, after)
}

// isConstant reports whether an expression is a constant.
func (c *scanner) isConstant(e ast.Expr) bool { return c.info.Types[e].Value != nil }

// isNever reports whether a condition is always false, for example because a build tag is not set.
func (c *scanner) isNever(e ast.Expr) bool {
	if v := c.info.Types[e].Value; v != nil && v.Kind() == constant.Bool {
		return !constant.BoolVal(v)
	}
	b, ok := e.(*ast.BinaryExpr)
	return ok && b.Op == token.LAND && (c.isNever(b.X) || c.isNever(b.Y))
}

// isBool reports whether the type of an expression is bool.
func (c *scanner) isBool(e ast.Expr) bool {
	t := c.info.Types[e].Type
	return t == types.Typ[types.Bool] || t == types.Typ[types.UntypedBool]
}

// basic returns the properties of the underlying basic type, for example that it is an integer, or
// 0 if there is none. It is 0 for a constant that is shifted by a variable: the context gives 1<<n
// its type, which a function call would take away.
func (c *scanner) basic(e ast.Expr) types.BasicInfo {
	if shift, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && shift.Op == token.SHL && c.isConstant(shift.X) {
		return 0
	}
	if t := c.info.Types[e].Type; t != nil {
		if _, generic := t.(*types.TypeParam); generic {
			return 0
		}
		if b, ok := t.Underlying().(*types.Basic); ok {
			return b.Info()
		}
	}
	return 0
}

// isTrueOrFalse reports whether an expression is the identifier true or false.
func (c *scanner) isTrueOrFalse(e ast.Expr) bool {
	name, ok := e.(*ast.Ident)
	v := c.info.Types[e].Value
	return ok && v != nil && v.Kind() == constant.Bool && (name.Name == "true" || name.Name == "false") && c.isBool(e)
}

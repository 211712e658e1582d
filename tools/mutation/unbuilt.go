package mutation

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// unbuilt returns the code of a package that the compiler omits: statements under a condition that
// is always false, for example for a build tag that is not set, and functions that nothing else
// uses. Changing such code does not change the program.
func unbuilt(files []*ast.File, info *types.Info) map[ast.Node]bool {
	out := map[ast.Node]bool{}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.IfStmt); ok && isNever(s.Cond, info) {
				out[s.Cond], out[s.Body] = true, true
			}
			return true
		})
	}
	for found := true; found; {
		found = false
		used, apart := uses(files, info, out)
		for _, f := range files {
			for _, d := range f.Decls {
				d, ok := d.(*ast.FuncDecl)
				if !ok || out[d] {
					continue
				}
				if o := info.Defs[d.Name]; apart[o] && !used[o] {
					out[d], found = true, true
				}
			}
		}
	}
	return out
}

// isNever reports whether a condition is always false.
func isNever(e ast.Expr, info *types.Info) bool {
	if v := info.Types[e].Value; v != nil && v.Kind() == constant.Bool {
		return !constant.BoolVal(v)
	}
	b, ok := e.(*ast.BinaryExpr)
	return ok && b.Op == token.LAND && (isNever(b.X, info) || isNever(b.Y, info))
}

// uses returns the objects that are used by code that is built, and by the rest. An exported object
// may be used elsewhere.
func uses(files []*ast.File, info *types.Info, out map[ast.Node]bool) (used, apart map[types.Object]bool) {
	used, apart = map[types.Object]bool{}, map[types.Object]bool{}
	var walk func(n ast.Node, to map[types.Object]bool)
	walk = func(n ast.Node, to map[types.Object]bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			if m != n && m != nil && out[m] {
				walk(m, apart)
				return false
			}
			if name, ok := m.(*ast.Ident); ok && info.Uses[name] != nil {
				if name.IsExported() {
					used[info.Uses[name]] = true
				}
				to[info.Uses[name]] = true
			}
			return true
		})
	}
	for _, f := range files {
		walk(f, used)
	}
	return used, apart
}

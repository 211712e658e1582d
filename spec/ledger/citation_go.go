package ledger

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"strings"
)

// scanGo finds the ids in comments and string literals of a Go file. The kind and name of a
// citation come from the enclosing function or type, or the one whose doc comment it is in.
func scanGo(file string, text []byte) ([]Citation, error) {
	if !statementID.Match(text) {
		return nil, nil
	}
	positions := token.NewFileSet()
	source, err := parser.ParseFile(positions, file, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("ledger: scan %s: it must be valid Go: %w", file, err)
	}
	regions := regionsOf(file, source)
	var found []Citation
	add := func(pos token.Pos, text string) {
		origin := regions.at(pos)
		origin.File, origin.Line = file, positions.Position(pos).Line
		found = append(found, citationsIn(text, origin)...)
	}
	for _, group := range source.Comments {
		for _, comment := range group.List {
			add(comment.Pos(), comment.Text)
		}
	}
	ast.Inspect(source, func(node ast.Node) bool {
		if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			add(literal.Pos(), literal.Value)
		}
		return true
	})
	return found, nil
}

// regions are the top-level declarations of a Go file, with their doc comments.
type regions struct {
	declarations []region
	elsewhere    CitationKind
}

type region struct {
	from, to token.Pos
	citation Citation // kind and name of the citing item
}

// at returns a citation with the kind and name for a position.
func (r regions) at(pos token.Pos) Citation {
	for _, declaration := range r.declarations {
		if declaration.from <= pos && pos < declaration.to {
			return declaration.citation
		}
	}
	return Citation{Kind: r.elsewhere}
}

func regionsOf(file string, source *ast.File) regions {
	result := regions{elsewhere: CitedByCode}
	isTest := strings.HasSuffix(file, "_test.go")
	switch {
	case strings.HasPrefix(file, "fast/bench/"):
		result.elsewhere = CitedByBenchmark
	case isTest:
		result.elsewhere = CitedByTest
	}
	checked := checkedExamples(source)
	for _, declaration := range source.Decls {
		part := region{from: declaration.Pos(), to: declaration.End(), citation: Citation{Kind: result.elsewhere}}
		if comment := docOf(declaration); comment != nil {
			part.from = comment.Pos()
		}
		part.citation.Name = nameOf(declaration)
		if function, ok := declaration.(*ast.FuncDecl); ok && isTest && function.Recv == nil {
			part.citation.Kind = testKind(function.Name.Name, checked, result.elsewhere)
		}
		result.declarations = append(result.declarations, part)
	}
	return result
}

// testKind returns the kind of a function of a test file by its name. An Example without output is
// compiled but never run, so it counts as code.
func testKind(name string, checkedExamples map[string]bool, otherwise CitationKind) CitationKind {
	switch {
	case strings.HasPrefix(name, "Benchmark"):
		return CitedByBenchmark
	case strings.HasPrefix(name, "Example") && checkedExamples[name]:
		return CitedByExample
	case strings.HasPrefix(name, "Example"):
		return CitedByCode
	}
	return otherwise
}

func checkedExamples(source *ast.File) map[string]bool {
	checked := map[string]bool{}
	for _, example := range doc.Examples(source) {
		checked["Example"+example.Name] = example.Output != "" || example.EmptyOutput
	}
	return checked
}

func docOf(declaration ast.Decl) *ast.CommentGroup {
	switch d := declaration.(type) {
	case *ast.FuncDecl:
		return d.Doc
	case *ast.GenDecl:
		return d.Doc
	}
	return nil
}

// nameOf returns a function's name with its receiver's type, or the first name of a type, const or
// var.
func nameOf(declaration ast.Decl) string {
	switch d := declaration.(type) {
	case *ast.FuncDecl:
		if receiver := receiverOf(d); receiver != "" {
			return receiver + "." + d.Name.Name
		}
		return d.Name.Name
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				return s.Name.Name
			case *ast.ValueSpec:
				return s.Names[0].Name
			}
		}
	}
	return ""
}

func receiverOf(function *ast.FuncDecl) string {
	if function.Recv == nil || len(function.Recv.List) == 0 {
		return ""
	}
	kind := function.Recv.List[0].Type
	for {
		switch t := kind.(type) {
		case *ast.StarExpr:
			kind = t.X
		case *ast.IndexExpr:
			kind = t.X
		case *ast.IndexListExpr:
			kind = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

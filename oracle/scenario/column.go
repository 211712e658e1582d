package scenario

import (
	"regexp"
	"strconv"

	"github.com/relspec/relspec/spec"
)

// Column is a part of a row: a variable, a part of a field, or a property of the row, such as its
// group.
type Column struct {
	Title string // as written: $this, $place, 1, 1.id, group, ...
	show  func(spec.Row) []string
	read  func(*reader) string // reads a cell
}

// columnOf says how the cells of a column about T are formatted and read.
type columnOf[T any] struct {
	show func(T) string
	read func(*reader) string
}

// rowColumns are the columns about a whole row, by title.
var rowColumns = map[string]columnOf[spec.Row]{
	"fields": {func(row spec.Row) string { return strconv.Itoa(len(row.Fields)) }, cellNumber},
	"group": {func(row spec.Row) string {
		if row.Group == nil {
			return "no group"
		}
		return cellHandle(*row.Group)
	}, cellName},
	blockTitle: {func(row spec.Row) string { return strconv.Itoa(row.Block) }, cellNumber},
	"batch":    {func(row spec.Row) string { return strconv.Itoa(row.Batch) }, cellNumber},
	"changed":  {func(row spec.Row) string { return yesNo(row.Changed) }, cellYesNo},
}

// fieldColumns are the columns about a field, keyed by the part of the title after the number.
// "1" alone is the id, followed by " from " and the source if the source is another entity.
// "1.id", "1.src" and so on are parts of a field; a source of "-" is the entity itself.
var fieldColumns = map[string]columnOf[spec.Field]{
	"": {func(f spec.Field) string {
		if f.Src == "" {
			return idText(f.ID)
		}
		return idText(f.ID) + " from " + nameText(f.Src)
	}, func(r *reader) string {
		text := idText(r.id())
		if r.accept("from") {
			text += " from " + nameText(r.name())
		}
		return text
	}},
	".id":  {func(f spec.Field) string { return idText(f.ID) }, cellID},
	".src": {func(f spec.Field) string { return cellHandle(f.Src) }, cellName},
	".set": {func(f spec.Field) string { return yesNo(f.Set) }, cellYesNo},
	".value": {func(f spec.Field) string { return valueOrNone(f.Value) }, func(r *reader) string {
		if r.accept(none) {
			return none
		}
		return cellValue(r)
	}},
	".access": {func(f spec.Field) string { return f.Access.String() }, func(r *reader) string {
		return r.expect("inout", "in", "out", none, "filter", "default")
	}},
}

func cellID(r *reader) string     { return idText(r.id()) }
func cellValue(r *reader) string  { return valueText(r.value().Untyped()) }
func cellName(r *reader) string   { return nameText(r.name()) }
func cellNumber(r *reader) string { return strconv.Itoa(r.number()) }
func cellYesNo(r *reader) string  { return r.expect("yes", "no") }

func cellHandle(h spec.Handle) string {
	if h == "" {
		return unset
	}
	return nameText(h)
}

var (
	fieldTitle    = regexp.MustCompile(`^([1-9][0-9]?)(|\.id|\.src|\.set|\.value|\.access)$`)
	variableTitle = regexp.MustCompile(`^\$([\pL\pN_]+)$`)
)

// newColumn returns the column with a title. ok is false if there is none.
func newColumn(title string) (c Column, ok bool) {
	if m := variableTitle.FindStringSubmatch(title); m != nil {
		return Column{title, func(row spec.Row) []string { return []string{variableText(row, m[1])} }, cellName}, true
	}
	if m := fieldTitle.FindStringSubmatch(title); m != nil {
		number, _ := strconv.Atoi(m[1]) // one or two digits
		kind := fieldColumns[m[2]]
		return Column{title, func(row spec.Row) []string {
			switch {
			case number > len(row.Fields):
				return []string{"no such field"}
			case !row.Fields[number-1].Set && m[2] != ".set":
				return []string{unset}
			}
			return fieldTexts(row.Fields[number-1], kind.show)
		}, kind.read}, true
	}
	kind, ok := rowColumns[title]
	return Column{title, func(row spec.Row) []string { return []string{kind.show(row)} }, kind.read}, ok
}

func variableText(row spec.Row, name string) string {
	h, known := row.Vars[name]
	switch {
	case name == spec.This:
		return cellHandle(row.This)
	case !known:
		return "no such variable"
	}
	return cellHandle(h)
}

// fieldTexts formats a field with each id and source that it may report.
func fieldTexts(f spec.Field, show func(spec.Field) string) []string {
	texts := []string{show(f)}
	for _, choice := range f.Or {
		f.ID, f.Src = choice.ID, choice.Src
		texts = with(texts, show(f))
	}
	return texts
}

package scenario

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/relspec/relspec/spec"
)

// Column is a part of a row: a variable, a part of a field, or a property of the row, such as its
// group.
type Column struct {
	Title string // as written: $this, $place, 1, 1.id, group, ...
	columnKind
}

// columnKind says how the cells of a column are formatted and read.
type columnKind struct {
	show func(spec.Row) []string
	read func(*reader) string
}

// rowColumns are the columns about a whole row, by title.
var rowColumns = map[string]columnKind{
	"fields": {func(row spec.Row) []string { return []string{strconv.Itoa(len(row.Fields))} }, cellNumber},
	"group": {
		func(row spec.Row) []string {
			if row.Group == nil {
				return []string{"no group"}
			}
			return []string{cellHandle(*row.Group)}
		},
		cellName,
	},
	"batch":   {func(row spec.Row) []string { return []string{strconv.Itoa(row.Batch)} }, cellNumber},
	"changed": {func(row spec.Row) []string { return []string{yesNo(row.Changed)} }, cellYesNo},
}

// fieldKind is a columnKind of a field.
type fieldKind struct {
	show func(spec.Field) []string
	read func(*reader) string
}

// fieldColumns are the columns about a field, keyed by the part of the title after the number.
// "1" alone is the id, followed by " from " and the source if the source is another entity.
// "1.id", "1.src" and so on are parts of a field; a source of "-" is the entity itself.
var fieldColumns = map[string]fieldKind{
	"": {
		choices(func(c spec.FieldChoice) string {
			if c.Src == "" {
				return idText(c.ID)
			}
			return idText(c.ID) + " from " + nameText(c.Src)
		}),
		func(r *reader) string {
			text := idText(r.id())
			if r.accept("from") {
				text += " from " + nameText(r.name())
			}
			return text
		},
	},
	".id": {
		choices(func(c spec.FieldChoice) string { return idText(c.ID) }),
		func(r *reader) string { return idText(r.id()) },
	},
	".src": {choices(func(c spec.FieldChoice) string { return cellHandle(c.Src) }), cellName},
	".set": {func(f spec.Field) []string { return []string{yesNo(f.Set)} }, cellYesNo},
	".value": {
		func(f spec.Field) []string {
			if f.Value == nil {
				return []string{none}
			}
			return []string{valueText(f.Value)}
		},
		func(r *reader) string {
			if r.accept(none) {
				return none
			}
			return valueText(r.value().Untyped())
		},
	},
	".access": {
		func(f spec.Field) []string { return []string{f.Access.String()} },
		func(r *reader) string { return r.expect("inout", "in", "out", none, "filter", "default") },
	},
}

// choices shows every id and source that a field may report.
func choices(text func(spec.FieldChoice) string) func(spec.Field) []string {
	return func(f spec.Field) []string {
		texts := []string{text(spec.FieldChoice{ID: f.ID, Src: f.Src})}
		for _, other := range f.Or {
			if t := text(other); !slices.Contains(texts, t) {
				texts = append(texts, t)
			}
		}
		return texts
	}
}

func cellHandle(h spec.Handle) string {
	if h == "" {
		return unset
	}
	return nameText(h)
}

func cellName(r *reader) string   { return nameText(r.name()) }
func cellNumber(r *reader) string { return strconv.Itoa(r.number()) }
func cellYesNo(r *reader) string  { return r.expect("yes", "no") }

var (
	fieldTitle    = regexp.MustCompile(`^([1-9][0-9]?)(|\.id|\.src|\.set|\.value|\.access)$`)
	variableTitle = regexp.MustCompile(`^\$([\pL\pN_]+)$`)
)

// newColumn returns the column with a title. ok is false if there is none.
func newColumn(title string) (c Column, ok bool) {
	if m := variableTitle.FindStringSubmatch(title); m != nil {
		return Column{title, columnKind{func(row spec.Row) []string {
			h, known := row.Vars[m[1]]
			switch {
			case m[1] == spec.This:
				return []string{cellHandle(row.This)}
			case !known:
				return []string{"no such variable"}
			}
			return []string{cellHandle(h)}
		}, cellName}}, true
	}
	if m := fieldTitle.FindStringSubmatch(title); m != nil {
		number, _ := strconv.Atoi(m[1]) // one or two digits
		kind := fieldColumns[m[2]]
		return Column{title, columnKind{func(row spec.Row) []string {
			switch {
			case number > len(row.Fields):
				return []string{"no such field"}
			case !row.Fields[number-1].Set && m[2] != ".set":
				return []string{unset}
			}
			return kind.show(row.Fields[number-1])
		}, kind.read}}, true
	}
	kind, ok := rowColumns[title]
	return Column{title, kind}, ok
}

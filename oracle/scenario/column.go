package scenario

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

var (
	variableColumn = &columnKind{
		func(c Column, row spec.Row) []string {
			if c.Var == spec.This {
				return []string{cellHandle(row.This)}
			}
			h, known := row.Vars[c.Var]
			if !known {
				return []string{"no such variable"}
			}
			return []string{cellHandle(h)}
		},
		readName,
	}

	// rowColumns are the columns about a whole row, by title.
	rowColumns = map[string]*columnKind{
		"fields": {
			func(_ Column, row spec.Row) []string { return []string{strconv.Itoa(len(row.Fields))} },
			readNumber,
		},
		"group": {
			func(_ Column, row spec.Row) []string {
				if row.Group == nil {
					return []string{"no group"}
				}
				return []string{cellHandle(*row.Group)}
			},
			readName,
		},
		"batch": {func(_ Column, row spec.Row) []string { return []string{strconv.Itoa(row.Batch)} }, readNumber},
		"changed": {
			func(_ Column, row spec.Row) []string { return []string{yesNo(row.Changed)} },
			func(r *reader) string { return word(r, "yes", "no") },
		},
	}

	// fieldColumns are the columns about a field, keyed by the part of the title after the number.
	// "1" alone is the id, followed by " from " and the source if the source is another entity.
	// "1.id", "1.src" and so on are parts of a field; a source of "-" is the entity itself.
	fieldColumns = map[string]*columnKind{
		"": choiceColumn(func(c spec.FieldChoice) string {
			if c.Src == "" {
				return idText(c.ID)
			}
			return idText(c.ID) + " from " + nameText(c.Src)
		}, func(r *reader) string {
			text := idText(r.id())
			if r.accept("from") {
				text += " from " + nameText(r.name())
			}
			return text
		}),
		".id": choiceColumn(func(c spec.FieldChoice) string { return idText(c.ID) },
			func(r *reader) string { return idText(r.id()) }),
		".src": choiceColumn(func(c spec.FieldChoice) string { return cellHandle(c.Src) }, readName),
		".set": fieldColumn(func(f spec.Field) []string { return []string{yesNo(f.Set)} },
			func(r *reader) string { return word(r, "yes", "no") }),
		".value": setColumn(func(f spec.Field) []string {
			if f.Value == nil {
				return []string{"none"}
			}
			return []string{valueText(f.Value)}
		}, func(r *reader) string {
			if r.accept("none") {
				return "none"
			}
			return rawText(r.value())
		}),
		".access": setColumn(func(f spec.Field) []string { return []string{f.Access.String()} },
			func(r *reader) string { return word(r, "inout", "in", "out", "none", "filter", "default") }),
	}
)

func readName(r *reader) string { return nameText(r.name()) }

func readNumber(r *reader) string { return strconv.Itoa(r.number()) }

func word(r *reader, words ...string) string {
	i := slices.IndexFunc(words, r.accept)
	if i < 0 {
		r.fail("one of " + strings.Join(words, ", "))
		return ""
	}
	return words[i]
}

func fieldColumn(show func(spec.Field) []string, read func(*reader) string) *columnKind {
	return &columnKind{func(c Column, row spec.Row) []string {
		if c.Field > len(row.Fields) {
			return []string{"no such field"}
		}
		return show(row.Fields[c.Field-1])
	}, read}
}

// setColumn is a column that is empty for a field that is not set.
func setColumn(show func(spec.Field) []string, read func(*reader) string) *columnKind {
	return fieldColumn(func(f spec.Field) []string {
		if !f.Set {
			return []string{unset}
		}
		return show(f)
	}, read)
}

// choiceColumn is a column with every id and source that the field may report.
func choiceColumn(show func(spec.FieldChoice) string, read func(*reader) string) *columnKind {
	return setColumn(func(f spec.Field) []string {
		texts := []string{show(spec.FieldChoice{ID: f.ID, Src: f.Src})}
		for _, other := range f.Or {
			if text := show(other); !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
		return texts
	}, read)
}

var (
	fieldTitle    = regexp.MustCompile(`^([1-9][0-9]?)(|\.id|\.src|\.set|\.value|\.access)$`)
	variableTitle = regexp.MustCompile(`^\$([\pL\pN_]+)$`)
)

// newColumn returns the column with a title. ok is false if there is none.
func newColumn(title string) (c Column, ok bool) {
	c = Column{Title: title, kind: rowColumns[title]}
	if m := variableTitle.FindStringSubmatch(title); m != nil {
		c.kind, c.Var = variableColumn, m[1]
	}
	if m := fieldTitle.FindStringSubmatch(title); m != nil {
		c.kind = fieldColumns[m[2]]
		c.Field, _ = strconv.Atoi(m[1]) // one or two digits
	}
	return c, c.kind != nil
}

package inspect

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strings"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

var errReadOnly = spec.Errorf(spec.CodeUnsupported, "the world is read-only; set Edit in inspect.Options to change it")

// edit changes an entity. The form has these fields: "do" is add, remove, set, name or delete; "of"
// is the number of the entity; "id" is an id as text; "value" is a value as JSON, or the new name.
// The answer is that of /entity, or {"gone": true} after delete.
func (i *Inspector) edit(in *http.Request) (any, error) {
	if !i.options.Edit {
		return nil, errReadOnly
	}
	e, err := i.read(in.Form.Get("of"))
	if err != nil {
		return nil, err
	}
	switch do := in.Form.Get("do"); do {
	case "delete":
		return map[string]bool{"gone": true}, i.w.Delete(e)
	case "name":
		err = i.w.SetName(e, in.Form.Get("value"))
	case "add", "remove", "set":
		var id fast.ID
		if id, err = i.readID(in.Form.Get("id")); err != nil {
			return nil, err
		}
		switch do {
		case "add":
			err = i.w.Add(e, id)
		case "remove":
			err = i.w.Remove(e, id)
		default:
			err = i.set(e, id, in.Form.Get("value"))
		}
	default:
		return nil, spec.Errorf(spec.CodeInvalid, "unknown edit %q; use add, remove, set, name or delete", do)
	}
	if err != nil {
		return nil, err
	}
	return i.details(e), nil
}

// readID parses an id such as "Position" or "(Docked, Genoa)". Its elements are names or paths of
// entities, or numbers of their handles.
func (i *Inspector) readID(text string) (fast.ID, error) {
	text = strings.TrimSpace(text)
	inside, pair := strings.CutPrefix(text, "(")
	if !pair {
		e, err := i.element(text)
		return fast.Single(e), err
	}
	first, second, found := strings.Cut(strings.TrimSuffix(inside, ")"), ",")
	if !found || !strings.HasSuffix(inside, ")") {
		return fast.ID{}, spec.Errorf(spec.CodeSyntax, "%q is not an id; write it as Position or (Docked, Genoa)", text)
	}
	r, err := i.element(first)
	if err != nil {
		return fast.ID{}, err
	}
	t, err := i.element(second)
	return fast.Pair(r, t), err
}

func (i *Inspector) element(text string) (fast.Entity, error) {
	text = strings.TrimSpace(text)
	if e, err := i.w.Find(text); err == nil && e != 0 {
		return e, nil
	}
	if e, err := i.read(text); err == nil {
		return e, nil
	}
	return 0, spec.Errorf(spec.CodeUnresolved, "no entity has the name, path or number %q; check the spelling", text)
}

// set sets the value of an id to text, which is JSON for the Go type of the value. Fields that the
// JSON omits keep their values.
func (i *Inspector) set(e fast.Entity, id fast.ID, text string) error {
	old, err := i.w.Value(e, id)
	if err != nil {
		return err
	}
	if old == nil {
		return spec.Errorf(spec.CodeInvalid, "the entity does not have %s; add it first", i.w.TextOf(id))
	}
	if _, members := old.(spec.Value); members {
		return spec.Errorf(spec.CodeUnsupported, "the component has no Go type, so its values cannot be set here; "+
			"set them in the program with World.SetValue")
	}
	typ := reflect.TypeOf(old)
	if err := json.Unmarshal([]byte(text), reflect.New(typ).Interface()); err != nil {
		return spec.Errorf(spec.CodeInvalid, "the value is not valid JSON for %s: %s", typ, err.Error())
	}
	value := reflect.New(typ)
	value.Elem().Set(reflect.ValueOf(old))
	detach(value.Elem())
	if err := json.Unmarshal([]byte(text), value.Interface()); err != nil {
		return spec.Errorf(spec.CodeInvalid, "the value does not fit the present value: %s", err.Error())
	}
	return i.w.SetValue(e, id, value.Elem().Interface())
}

// detach replaces the slices and maps in a value by copies. Otherwise json.Unmarshal would write
// into those of the old value, which the entity, or the base that it inherits from, still has.
func detach(v reflect.Value) {
	switch kind := v.Kind(); {
	case kind == reflect.Struct:
		for n := range v.NumField() {
			if v.Field(n).CanSet() {
				detach(v.Field(n))
			}
		}
	case kind == reflect.Array:
		for n := range v.Len() {
			detach(v.Index(n))
		}
	case kind == reflect.Slice && !v.IsNil():
		v.Set(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v))
		for n := range v.Len() {
			detach(v.Index(n))
		}
	case kind == reflect.Map && !v.IsNil():
		m := reflect.MakeMapWithSize(v.Type(), v.Len())
		for key, element := range v.Seq2() {
			m.SetMapIndex(key, element)
		}
		v.Set(m)
	}
}

package twin

import (
	"reflect"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// Components with values of different sizes. In the model each has one member, the number V, except
// Mark, which has no value.
//
//nolint:revive // one comment for all
type (
	T1 struct{ V float32 }
	T2 struct{ V float64 }
	T3 struct{ V int32 }
	T4 struct{ W, V, X int64 }
	T5 struct {
		V   int64
		Who fast.Entity
	}
	T6 struct {
		W uint8
		V int32
	}
	T7 struct {
		Text string
		V    float64
	}
	T8 struct {
		W [3]int64
		V int64
	}
	Mark struct{}
)

// scalars has the type of V of each component, from 1.
var scalars = [...]spec.Primitive{1: spec.F32, spec.F64, spec.I32, spec.I64, spec.I64, spec.I32, spec.F64, spec.I64}

// maxArity is the number of components, and the maximum number of fields of a query.
const maxArity = 8

// functions has the generic functions instantiated for one type, by name.
type functions map[string]any

func of[T any]() functions {
	return functions{
		"type": reflect.TypeFor[T](), "Register": fast.Register[T],
		"Add": fast.Add[T], "Remove": fast.Unset[T], "Has": fast.Has[T], "Get": fast.Get[T], "Set": fast.Set[T],
		"GetID": fast.GetID[T], "SetID": fast.SetID[T], "SetAll": fast.SetAll[T],
		"Field": fast.Field[T], "ReadOnly": fast.ReadOnly[T], "OrderBy": fast.OrderBy[T],
		"OrderByFunc": func() fast.Term {
			return fast.OrderByFunc(func(a, b *T) int { return number(reflect.ValueOf(a)) - number(reflect.ValueOf(b)) })
		},
		"Observe": func(w *fast.World, kind fast.EventKind, hear func(fast.Entity, int)) {
			fast.Observe(w, kind, func(e fast.Entity, v *T) { hear(e, number(reflect.ValueOf(v))) })
		},
	}
}

var typed = [...]functions{0: of[Mark](), of[T1](), of[T2](), of[T3](), of[T4](), of[T5](), of[T6](), of[T7](), of[T8]()}

// The functions for each number of types. Methods of their results are called by name.
var (
	newQuery = [...]any{
		fast.NewQuery0, fast.NewQuery1[T1], fast.NewQuery2[T1, T2], fast.NewQuery3[T1, T2, T3],
		fast.NewQuery4[T1, T2, T3, T4], fast.NewQuery5[T1, T2, T3, T4, T5], fast.NewQuery6[T1, T2, T3, T4, T5, T6],
		fast.NewQuery7[T1, T2, T3, T4, T5, T6, T7], fast.NewQuery8[T1, T2, T3, T4, T5, T6, T7, T8],
	}
	spawn = [...]any{
		(*fast.World).Spawn,
		fast.Spawn1[T1], fast.Spawn2[T1, T2], fast.Spawn3[T1, T2, T3], fast.Spawn4[T1, T2, T3, T4],
		fast.Spawn5[T1, T2, T3, T4, T5], fast.Spawn6[T1, T2, T3, T4, T5, T6],
		fast.Spawn7[T1, T2, T3, T4, T5, T6, T7], fast.Spawn8[T1, T2, T3, T4, T5, T6, T7, T8],
	}
	spawnMany = [...]any{
		(*fast.World).SpawnMany,
		fast.SpawnMany1[T1], fast.SpawnMany2[T1, T2], fast.SpawnMany3[T1, T2, T3], fast.SpawnMany4[T1, T2, T3, T4],
		fast.SpawnMany5[T1, T2, T3, T4, T5], fast.SpawnMany6[T1, T2, T3, T4, T5, T6],
		fast.SpawnMany7[T1, T2, T3, T4, T5, T6, T7], fast.SpawnMany8[T1, T2, T3, T4, T5, T6, T7, T8],
	}
)

// call calls a function. The last argument may be a slice for a variadic parameter. Ids are
// converted to the interface type that the parameter needs.
func call(f any, args ...any) []reflect.Value {
	fn, ok := f.(reflect.Value)
	if !ok {
		fn = reflect.ValueOf(f)
	}
	t, in := fn.Type(), make([]reflect.Value, len(args))
	for i, a := range args {
		if in[i], ok = a.(reflect.Value); !ok {
			in[i] = reflect.ValueOf(a)
		}
		if ids, ok := a.([]fast.ID); ok {
			in[i] = reflect.MakeSlice(t.In(i), 0, len(ids))
			for _, id := range ids {
				in[i] = reflect.Append(in[i], reflect.ValueOf(id))
			}
		}
	}
	if last := t.NumIn() - 1; t.IsVariadic() && len(in) > last && in[last].Type() == t.In(last) {
		return fn.CallSlice(in)
	}
	return fn.Call(in)
}

// method calls a method and returns its first result, if any.
func method(of any, name string, args ...any) reflect.Value {
	v, ok := of.(reflect.Value)
	if !ok {
		v = reflect.ValueOf(of)
	}
	out := call(v.MethodByName(name), args...)
	if len(out) == 0 {
		return reflect.Value{}
	}
	return out[0]
}

// refusal returns the last result of a call, which is an error.
func refusal(out []reflect.Value) error {
	err, _ := out[len(out)-1].Interface().(error)
	return err
}

// number returns the number that a pointer points to, or -1 if the pointer is nil.
func number(p reflect.Value) int {
	if p.IsNil() {
		return -1
	}
	switch f := p.Elem().FieldByName("V"); {
	case !f.IsValid():
		return 0
	case f.CanInt():
		return int(f.Int())
	default:
		return int(f.Float())
	}
}

// put writes a number through a pointer.
func put(p reflect.Value, n int) {
	if f := p.Elem().FieldByName("V"); f.CanInt() {
		f.SetInt(int64(n))
	} else {
		f.SetFloat(float64(n))
	}
}

// value returns a value of a component that contains a number.
func value(component, n int) reflect.Value {
	p := reflect.New(typed[component]["type"].(reflect.Type))
	if component > 0 {
		put(p, n)
	}
	return p.Elem()
}

// numberIn returns the number in a value of the model, or -1.
func numberIn(v spec.Value) int {
	for _, m := range v {
		return int(m.Num) + int(m.Int)
	}
	return -1
}

package fast

import (
	"errors"
	"io"
	"reflect"
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/save"
	"github.com/relspec/relspec/spec"
)

// FileOption is an option of [World.Save] and [World.Load], or of [World.SavePart],
// [World.SaveTree], [World.SaveQuery] and [World.LoadPart].
type FileOption func(*save.Options)

// FileCodec sets how values of a Go type are written and read. By default, types made of numbers,
// strings and entities are written field by field, and all others by encoding/json. Save and Load
// need the same codec. If a program only writes or only reads, the other function may be nil.
// Entities in a value of T are not translated: their handles stay valid after [World.Load], but
// after [World.LoadPart] the program must translate them with [Part.Of].
func FileCodec[T any](encode func(T) ([]byte, error), decode func([]byte) (T, error)) FileOption {
	if encode == nil {
		encode = func(T) ([]byte, error) { return nil, errHalfCodec }
	}
	if decode == nil {
		decode = func([]byte) (v T, err error) { return v, errHalfCodec }
	}
	return func(o *save.Options) {
		if o.Codecs == nil {
			o.Codecs = map[reflect.Type]save.Codec{}
		}
		o.Codecs[reflect.TypeFor[T]()] = save.Codec{
			Encode: func(value unsafe.Pointer) ([]byte, error) { return encode(*(*T)(value)) },
			Decode: func(data []byte, value unsafe.Pointer) error {
				v, err := decode(data)
				if err == nil {
					*(*T)(value) = v
				}
				return err
			},
		}
	}
}

var (
	errHalfCodec = errors.New("FileCodec was given no function for that")
	errNoFile    = spec.Errorf(spec.CodeInvalid, "the reader or writer is nil; pass a file")
)

// FileProgress calls f from time to time while a world is written or read, with the number of
// entities that are done. When reading, an entity is done once its ids are known; values come
// afterwards. During the call the world is locked as in a loop: f may read it, but structural
// changes are refused with code locked. The same holds for codecs, and for the writer or reader of
// the file. A value or name that is set during the call may or may not be in the file.
func FileProgress(f func(done, total int)) FileOption {
	return func(o *save.Options) { o.Progress = f }
}

// FileIndices lets Load read a file whose entities have indices below n. The default is 64 times
// the number of entities in the file, and at least 1,048,576, so that a damaged file of a few bytes
// cannot make Load allocate all memory. A world that has few entities now but once had very many
// needs a larger n.
func FileIndices(n int) FileOption {
	return func(o *save.Options) { o.Indices = n }
}

// FileType gives the name by which a file knows the type T, with the import path of its package:
// main.Health, or example.com/game/parts.Health. Use it if T was renamed or moved to another
// package after the file was written. Tests of package main also need it, because their types have
// another path than those of the program.
func FileType[T any](name string) FileOption {
	return func(o *save.Options) {
		if o.Types == nil {
			o.Types = map[string]reflect.Type{}
		}
		o.Types[name] = reflect.TypeFor[T]()
	}
}

// FileVariables makes [World.SaveQuery] add the values of variables, named without $, to the part,
// in addition to those of $this.
func FileVariables(names ...string) FileOption {
	return func(o *save.Options) { o.Variables = append(o.Variables, names...) }
}

// FileLeaveOut leaves out references from a part to an entity that cannot be found, instead of
// returning an error. Ids that mention the entity are left out; in values it becomes the zero
// Entity. [World.SavePart], SaveTree and SaveQuery cannot find an entity without a path;
// [World.LoadPart] cannot find one whose path does not exist in its world. For example, a ship that
// is docked at a port without a name is loaded without that pair.
func FileLeaveOut() FileOption { return func(o *save.Options) { o.LeaveOut = true } }

// FileMakeMissing lets [World.LoadPart] make the entities outside of the part that its world does
// not have. They get their paths, the members of components, and properties such as [Exclusive],
// and nothing else.
func FileMakeMissing() FileOption { return func(o *save.Options) { o.MakeMissing = true } }

// FileBelow makes the entities that have no parent in the part children of parent. Without it, they
// get their old parents, which [World.LoadPart] finds like other entities outside of the part.
func FileBelow(parent Entity) FileOption { return func(o *save.Options) { o.Below = parent } }

// FileRename lets [World.LoadPart] rename the entities that have no parent in the part: f is called
// with the old name and returns the new one; "" is no name. Use it to load the same part twice
// below one parent, where names would collide.
func FileRename(f func(name string) string) FileOption {
	return func(o *save.Options) { o.Rename = f }
}

func fileOptions(options []FileOption) *save.Options {
	o := &save.Options{}
	for _, set := range options {
		if set != nil {
			set(o)
		}
	}
	return o
}

// checkFile returns an error if no file can be written or read now.
func (w *World) checkFile(missing bool) error {
	switch {
	case w.IsDeferred():
		return change.ErrDeferred
	case missing:
		return errNoFile
	}
	return nil
}

// lockForFile locks the world, as a loop does, while functions of the program run during a save or
// load. It returns the function that unlocks the world.
func (w *World) lockForFile() (unlock func()) {
	w.core.Hooks.Add(1)
	return w.core.EndLoop
}

// unlocked returns what was read while the world was locked. It fails if a function of the program
// has started something in the meantime that prevents the load.
func unlocked[T any](w *World, read func() (T, error)) (T, error) {
	unlock := w.lockForFile()
	made, err := func() (T, error) {
		defer unlock()
		return read()
	}()
	if err == nil {
		err = w.checkFile(false)
	}
	if err == nil {
		err = asError(w.core.CheckHooks(true))
	}
	return made, err
}

// Save writes the world: its entities with their generations, names, ids, values, order of
// creation, components, switched-off ids and overrides, and the scope. Queries, observers and
// snapshots are not written. The world does not change, so other goroutines may read at the same
// time. Save costs time proportional to the world and memory for one section of about 64 KiB. A
// buffered writer helps only if many small worlds are written.
//
// Errors are those of out; invalid for values that the default encoding cannot write without loss
// (see [FileCodec]); and invalid while changes are deferred. Errors about a type occur before the
// first byte is written.
func (w *World) Save(out io.Writer, options ...FileOption) error {
	if err := w.checkFile(out == nil); err != nil {
		return err
	}
	defer w.lockForFile()()
	return save.World(&w.core.World, out, fileOptions(options))
}

// Load replaces the world by one that Save has written. Everything that the world had is gone. A
// handle means the same entity as when the file was written, so a program can store handles
// elsewhere. Components of Go types are found by their types, which must be registered before Load
// is called (see [Register]). A field that was added to a type since is zero; a removed field is an
// error. Prepare queries and observers after Load: old ones remain and refer to the same handles in
// the loaded world.
//
// If Load fails, the world has not changed. Errors are those of in; unsupported for another version
// of the format; unresolved for a type that is not registered; limit (see [FileIndices]); locked
// while a loop runs; and invalid for a damaged file, for a file of a world with another profile,
// while changes are deferred, in [World.Atomically] and [World.Record], and after [World.Teardown].
// The message says where in the file the error is. Load does not read past the end of the saved
// world, so other bytes may follow.
func (w *World) Load(in io.Reader, options ...FileOption) error {
	if err := w.checkFile(in == nil); err != nil {
		return err
	}
	if err := w.core.CheckHooks(true); err != nil {
		return err
	}
	if w.core.UndoLog.Recording() {
		return change.ErrRecording
	}
	loaded, err := unlocked(w, func() (*rules.World, error) {
		return save.Read(&w.core.World, in, fileOptions(options))
	})
	if err != nil {
		return err
	}
	w.core.Restore(loaded.Handover())
	return nil
}

// Part describes the entities that [World.LoadPart] has made.
type Part struct{ p *save.Part }

// Of translates an entity of the saved world: to the new entity if it was in the part, to the
// entity that was found or made if it was outside and mentioned, and otherwise to the zero Entity.
func (p *Part) Of(e Entity) Entity { return p.p.Made[e] }

// Entities returns the new entities, in the order in which the saved ones were created.
func (p *Part) Entities() []Entity { return slices.Clone(p.p.New) }

// Tops returns the new entities whose parents are not in the part: the root, for a part written by
// [World.SaveTree].
func (p *Part) Tops() []Entity { return slices.Clone(p.p.Tops) }

// SavePart writes some entities of a world: their ids and values, names, switched-off ids,
// overrides, order of creation and order in [Ordered] relationships. [World.LoadPart] makes new
// entities from it, in this world or another one, any number of times. Duplicates count once.
// Reserved entities and components of Go types are never part of it, since a world has one of each.
//
// Other entities that their ids and values mention are outside of the part. The file has their
// paths, by which LoadPart finds them: a ship that was docked at Genoa is docked at the Genoa of
// the world that loads it. For a component of a Go type the file has the type. For
// [FileMakeMissing] it also has the properties and members of outside entities. In a value, the
// zero Entity replaces a dead entity. Values written by a [FileCodec] keep the numbers of entities;
// translate them with [Part.Of].
//
// Errors are those of [World.Save]; not_alive; and unresolved for an outside entity without a path:
// it or a parent has no name, or the path is longer than 65,536 bytes (see [FileLeaveOut]). Except
// for errors of out, they occur before the first byte is written. SavePart costs time and memory
// proportional to the part and the entities that it mentions. Other goroutines may read at the same
// time.
func (w *World) SavePart(out io.Writer, entities []Entity, options ...FileOption) error {
	return w.savePart(out, entities, 0, options)
}

// SaveQuery is like [World.SavePart] for the entities that a prepared query matches: the values of
// $this, each once. The values of other variables are outside of the part unless [FileVariables]
// names them. Prepare makes a query from text: w.Prepare(spec.Query{Expr: "SpaceShip, (DockedTo,
// $port)"}). If the query matches nothing, the part is empty.
//
// Errors are those of SavePart, unresolved for a variable that the query does not have, and invalid
// for a query without $this or of another world.
func (w *World) SaveQuery(out io.Writer, q *Query, options ...FileOption) error {
	switch {
	case q == nil:
		return spec.Errorf(spec.CodeInvalid, "the query of SaveQuery is nil; pass a query")
	case q.w != w:
		return spec.Errorf(spec.CodeInvalid, "the query is of another world; prepare it in the world that you save")
	case !q.q.UsesThis:
		return spec.Errorf(spec.CodeInvalid, "the query has no $this, so it finds no entities to save; add a term on $this")
	}
	variables := fileOptions(options).Variables
	for _, name := range variables {
		if _, ok := q.q.Presettable(name); !ok {
			return query.ErrNoVariable(name)
		}
	}
	rows, err := q.Rows()
	if err != nil {
		return err
	}
	var entities []Entity
	for row := range rows {
		entities = append(entities, row.Entity())
		for _, name := range variables {
			if e := row.Variable(name); e != 0 {
				entities = append(entities, e)
			}
		}
	}
	return w.SavePart(out, entities, options...)
}

// SaveTree is like [World.SavePart] for root and everything below it along [ChildOf]. The part does
// not have the parent of root: LoadPart makes root without a parent, or below that which
// [FileBelow] names.
func (w *World) SaveTree(out io.Writer, root Entity, options ...FileOption) error {
	return w.savePart(out, append([]Entity{root}, w.Traverse(root, ChildOf, 0)...), root, options)
}

func (w *World) savePart(out io.Writer, entities []Entity, root Entity, options []FileOption) error {
	if err := w.checkFile(out == nil); err != nil {
		return err
	}
	for _, e := range entities {
		if err := w.core.CheckAlive(e); err != nil {
			return err
		}
	}
	defer w.lockForFile()()
	return save.WritePart(&w.core.World, entities, root, out, fileOptions(options))
}

// LoadPart makes new entities from a part. References to an entity of the part become references to
// the new entity. Entities outside of the part are found by their paths from the root, whatever the
// scope is, and components of Go types by their types, which must be registered before. The scope
// does not become a parent of the new entities. A part is a template: each load makes other
// entities.
//
// New entities are younger than all existing ones. If an entity has several bases, those outside of
// the part therefore come first, even if they were younger in the saved world, and it may inherit
// another value.
//
// Ids are added as by [World.Add], with the consequences for entities outside of the part, such as
// the mirrors of [Symmetric] pairs. Each new entity ends with the ids that it was saved with, and
// with Prefab if it is below a prefab. Observers are notified after everything is added. In
// [Ordered] relationships the new entities follow the existing ones, in their order.
//
// If LoadPart fails, the world has not changed. Errors are those of [World.Load] about the file;
// unresolved for an outside entity that is not found (see [FileMakeMissing] and [FileLeaveOut]);
// exists if a name is taken (see [FileRename] and [FileBelow]); not_alive for the parent of
// FileBelow; invalid if a component or relationship differs from that of the saved world in a way
// that the part does not fit; those of Add; locked while a loop runs; and invalid while changes are
// deferred. LoadPart costs time and memory proportional to the part.
func (w *World) LoadPart(in io.Reader, options ...FileOption) (*Part, error) {
	core, o := &w.core, fileOptions(options)
	if err := w.checkFile(in == nil); err != nil {
		return nil, err
	}
	if err := core.CheckHooks(true); err != nil {
		return nil, err
	}
	if o.Below != 0 {
		if err := core.CheckAlive(o.Below); err != nil {
			return nil, err
		}
	}
	part, err := unlocked(w, func() (*save.Part, error) { return save.ReadPart(&core.World, in, o) })
	if err != nil {
		return nil, err
	}
	refused := core.Operate(func() *spec.Error {
		mark := core.Begin()
		return core.End(mark, part.Graft(&core.World, o, core.Wrote))
	})
	if refused != nil {
		return nil, refused
	}
	return &Part{part}, nil
}

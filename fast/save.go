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

// FileCodec sets how values of type T are written and read. By default, types made of numbers,
// strings and entities are written field by field, and all others by encoding/json. Save and Load
// need the same codec. If a program only writes or only reads, the other function may be nil.
// Entities in a value of T are not translated: after [World.Load] their handles are valid, but
// after [World.LoadPart] the program must translate them with [Part.Of].
func FileCodec[T any](encode func(T) ([]byte, error), decode func([]byte) (T, error)) FileOption {
	if encode == nil {
		encode = func(T) ([]byte, error) { return nil, errNoEncode }
	}
	if decode == nil {
		decode = func([]byte) (v T, err error) { return v, errNoDecode }
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
	errNoEncode = errors.New("the encode function of FileCodec is nil; pass one to write values of the type")
	errNoDecode = errors.New("the decode function of FileCodec is nil; pass one to read values of the type")
	errNoFile   = spec.Errorf(spec.CodeInvalid, "the reader or writer is nil; pass a file")
)

// FileProgress calls f from time to time while a file is written or read, with the number of
// entities that are done and their total. When reading, an entity counts as done once its ids are
// read; the values come afterwards. During the call the world is locked as in a loop: f may read
// it, but structural changes are refused with code locked. The same holds for the functions of a
// [FileCodec], and for the writer or reader of the file. A value or name that is set during the
// call may or may not be in the file.
func FileProgress(f func(done, total int)) FileOption {
	return func(o *save.Options) { o.Progress = f }
}

// FileIndices lets Load read a file whose entities have indices below n. The default is 64 times
// the number of entities in the file, and at least 1,048,576. This limit keeps a damaged file of a
// few bytes from making Load allocate all memory. If a world once had very many entities but has
// few now, pass a larger n.
func FileIndices(n int) FileOption {
	return func(o *save.Options) { o.Indices = n }
}

// FileType says which name the type T has in the file, including the import path of its package:
// main.Health, or example.com/game/parts.Health. Use it if T was renamed or moved to another
// package after the file was written. Tests of package main also need it, because in a test their
// types have another path.
func FileType[T any](name string) FileOption {
	return func(o *save.Options) {
		if o.Types == nil {
			o.Types = map[string]reflect.Type{}
		}
		o.Types[name] = reflect.TypeFor[T]()
	}
}

// FileVariables makes [World.SaveQuery] save the values of variables too, and not only those of
// $this. Variables are named without $.
func FileVariables(names ...string) FileOption {
	return func(o *save.Options) { o.Variables = append(o.Variables, names...) }
}

// FileLeaveOut leaves out references from a part to an entity that cannot be found, instead of
// returning an error. Ids with the entity are left out; in values the zero Entity replaces it.
// Saving cannot find a path if the entity or an entity above has no name. Loading cannot find the
// entity if its path does not exist in the world. For example, a ship that is docked at a port
// without a name is loaded without that pair.
func FileLeaveOut() FileOption { return func(o *save.Options) { o.LeaveOut = true } }

// FileMakeMissing lets [World.LoadPart] make the entities to which the part refers and which the
// world does not have. A new entity gets its path, its members if it is a component, and its
// properties, such as [Exclusive], but no other ids.
func FileMakeMissing() FileOption { return func(o *save.Options) { o.MakeMissing = true } }

// FileBelow makes the entities that have no parent in the part children of parent. Without
// FileBelow, they get their old parents, which [World.LoadPart] finds like other entities outside
// of the part.
func FileBelow(parent Entity) FileOption { return func(o *save.Options) { o.Below = parent } }

// FileRename lets [World.LoadPart] rename the entities that have no parent in the part: f gets the
// old name and returns the new one; "" is no name. Use it to load the same part twice below one
// parent, where the names would otherwise collide.
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

// unlocked calls read while the world is locked, and returns the result after unlocking it. It
// returns an error if a function that the program passed has meanwhile started something that
// prevents the load, such as a deferral.
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
// time. Save costs time proportional to the size of the world, and about 64 KiB of memory. Save
// writes large blocks, so out needs no buffer unless you save many small worlds.
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

// Load replaces the contents of the world by those that Save has written. A handle means the same
// entity as when the file was written, so a program can store handles elsewhere. Components of Go
// types are found by their types, which must be registered before Load is called (see [Register]).
// If a type has a new field since then, the field is zero; if a field was removed, Load returns an
// error. Make queries and observers after Load: old ones remain, but refer to the entities that
// have their handles in the loaded world.
//
// If Load fails, the world has not changed. Errors are those of in; unsupported for another version
// of the format; unresolved for a type that is not registered; limit (see [FileIndices]); locked
// while a loop runs; and invalid for a damaged file, for a file of a world with another profile,
// while changes are deferred, in [World.Atomically] and [World.Record], and after [World.Teardown].
// If the file is at fault, the message says where. Load does not read past the end of the saved
// world, so other data may follow.
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

// Of translates an entity of the saved world. If e was in the part, Of returns the new entity. If
// the part only refers to e, Of returns the entity that LoadPart found or made for it. Otherwise Of
// returns the zero Entity.
func (p *Part) Of(e Entity) Entity { return p.p.Made[e] }

// Entities returns the new entities, in the order in which the saved ones were created.
func (p *Part) Entities() []Entity { return slices.Clone(p.p.New) }

// Tops returns the new entities whose parents are not in the part: the root, for a part written by
// [World.SaveTree].
func (p *Part) Tops() []Entity { return slices.Clone(p.p.Tops) }

// SavePart writes some entities of a world: their ids and values, names, switched-off ids,
// overrides, order of creation and order in [Ordered] relationships. [World.LoadPart] makes new
// entities from it, in this world or another one, any number of times. Duplicates count once.
// Reserved entities and components of Go types are left out, since every world has its own.
//
// If an id or value of the part refers to another entity, that entity is outside of the part. The
// file has its path, by which LoadPart finds it: a ship that was docked at Genoa is docked at the
// Genoa of the world that loads it. For a component of a Go type, the file has the type instead.
// For [FileMakeMissing], the file also has the properties and members of outside entities. In a
// value, the zero Entity replaces a dead entity. Values written by a [FileCodec] keep the old
// handles; translate them with [Part.Of].
//
// Errors are those of [World.Save]; not_alive; and unresolved for an outside entity without a path:
// it or an entity above has no name, or the path is longer than 65,536 bytes (see [FileLeaveOut]).
// All errors except those of out occur before the first byte is written. SavePart costs time and
// memory proportional to the part and the entities to which it refers. Other goroutines may read at
// the same time.
func (w *World) SavePart(out io.Writer, entities []Entity, options ...FileOption) error {
	return w.savePart(out, entities, 0, options)
}

// SaveQuery is like [World.SavePart] for the entities that a query of [World.Prepare] matches: the
// values of $this, each once. The values of other variables are outside of the part unless
// [FileVariables] names them. If the query matches nothing, the part is empty. For example, q is
// w.Prepare(spec.Query{Expr: "SpaceShip, (DockedTo, $port)"}).
//
// Errors are those of SavePart; unresolved for a variable that the query does not have; and invalid
// for a query that is nil, has no $this or belongs to another world.
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

// SaveTree is like [World.SavePart] for root and everything below it along [ChildOf]. The parent of
// root is not saved: LoadPart makes root without a parent, or below the parent that [FileBelow]
// names.
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

// LoadPart makes new entities from a part; each load makes others. References to an entity of the
// part become references to the new entity. Entities outside of the part are found by their paths
// from the root, and components of Go types by their types, which must be registered before. The
// scope has no influence: paths do not start at it, and it does not become the parent of new
// entities.
//
// New entities are younger than all existing ones. This matters if an entity has several bases,
// since the oldest base comes first: bases outside of the part now come before those in the part,
// so the entity may inherit another value than in the saved world.
//
// Ids are added as by [World.Add], also with the consequences for entities outside of the part: for
// example, the target of a [Symmetric] pair gets the mirrored pair. In the end each new entity has
// exactly the ids that it was saved with, and [Prefab] if it is below a prefab. Observers are
// notified after everything is added. In [Ordered] relationships the new entities come after the
// existing ones, in the order in which they were saved.
//
// If LoadPart fails, the world has not changed. Errors are those of [World.Load] about the file;
// unresolved for an outside entity that is not found (see [FileMakeMissing] and [FileLeaveOut]);
// exists if a name is taken (see [FileRename] and [FileBelow]); not_alive for the parent of
// FileBelow; invalid if a component or relationship has other members or properties than in the
// saved world, so that the part does not fit; those of Add; locked while a loop runs; and invalid
// while changes are deferred. LoadPart costs time and memory proportional to the part.
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

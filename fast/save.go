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

// FileOption decides how [World.Save] writes a world and [World.Load] reads it, and how
// [World.SavePart] and its relatives write a part of one and [World.LoadPart] reads it.
type FileOption func(*save.Options)

// FileCodec writes the values of a Go type as the program says, in place of the default: the fields
// of types that are made of numbers, texts and entities, and encoding/json for all others. Save and
// Load need the same codec; one that only writes, or only reads, may leave the other function nil.
// An entity that a value holds keeps its number in the file.
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

// FileProgress calls f now and then while a world is written or read, with how many of its entities
// are done. While a world is read they are done when their ids are known; values come afterwards.
// The world is locked meanwhile, as in a loop: f may read it, and changes of structure that it
// makes are refused with code locked, as are those of codecs and of what a file is written to or
// read from. A value or name that is set meanwhile, as in a loop, is in the file as it was before
// or after.
func FileProgress(f func(done, total int)) FileOption {
	return func(o *save.Options) { o.Progress = f }
}

// FileIndices lets Load read a file in which entities have indices below n. The default is 64 for
// each entity of the file and at least 1,048,576: a damaged file of a few bytes must not ask for
// all memory. A world with few entities that once had very many needs more.
func FileIndices(n int) FileOption {
	return func(o *save.Options) { o.Indices = n }
}

// FileVariables lets [World.SaveQuery] put the values of variables, named without $, into the part
// beside those of $this.
func FileVariables(names ...string) FileOption {
	return func(o *save.Options) { o.Variables = append(o.Variables, names...) }
}

// FileLeaveOut leaves out, in place of an error, references from a part to an entity that cannot be
// found: ids that mention it, and in values the zero Entity stands for it. [World.SavePart] and its
// relatives cannot find an entity without a path, [World.LoadPart] one that has not got the path in
// its world. For example, a ship that is docked at a port without a name is loaded without that
// pair.
func FileLeaveOut() FileOption { return func(o *save.Options) { o.LeaveOut = true } }

// FileMakeMissing lets [World.LoadPart] make the entities outside of the part that its world does
// not have: with their paths, the members of components and the properties, such as [Exclusive],
// and without anything else.
func FileMakeMissing() FileOption { return func(o *save.Options) { o.MakeMissing = true } }

// FileBelow lets [World.LoadPart] make the entities that have no parent in the part children of an
// entity. Without it they have the parents that they had, found as other entities outside of the
// part.
func FileBelow(parent Entity) FileOption { return func(o *save.Options) { o.Below = parent } }

// FileRename lets [World.LoadPart] name the entities that have no parent in the part as f says of
// the names that they had; "" is no name. A part with names can so be loaded twice in one place.
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

// checkFile says why no file can be written or read now.
func (w *World) checkFile(missing bool) error {
	switch {
	case w.IsDeferred():
		return change.ErrDeferred
	case missing:
		return errNoFile
	}
	return nil
}

// lockForFile locks the world, as a loop does, until what it gives is called: functions of the
// program run while a file is written or read.
func (w *World) lockForFile() (unlock func()) {
	w.core.Hooks.Add(1)
	return w.core.EndLoop
}

// unlocked is what has been read while the world was locked, unless the functions of the program
// have begun what it cannot be taken into.
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
// creation, components, ids that are switched off, overrides, and the scope. Queries, observers and
// snapshots are not part of it. The world does not change, so that other goroutines may read
// meanwhile. Save costs time proportional to the world and memory for one section of about 64 KiB;
// give it a buffered writer only where many small worlds are written.
//
// Errors are those of out, invalid for values that the default way cannot write without a loss (see
// [FileCodec]) and while changes are deferred. Such errors of a type come before the first byte.
func (w *World) Save(out io.Writer, options ...FileOption) error {
	if err := w.checkFile(out == nil); err != nil {
		return err
	}
	defer w.lockForFile()()
	return save.World(&w.core.World, out, fileOptions(options))
}

// Load makes the world the one that Save has written. Everything that the world had is gone; a
// handle means the same entity as when the file was written, so that a program can keep handles
// beside the file. Components of Go types are found again by their types, which the program
// registers (see [Register]) before it calls Load; a field that the type has got since is zero, one
// that it has lost is an error. Prepare queries and observers after Load: those of before stay, and
// ask for the entities of their handles in the loaded world.
//
// Load gives all or nothing: if it errs, the world has not changed. Errors are those of in,
// unsupported for another version of the format, unresolved for a type that is not registered,
// limit (see [FileIndices]), locked while a loop runs, and invalid for a file that is damaged or of
// a world with another profile, and while changes are deferred. A message says where in the file it
// is. The file may be followed by other bytes; Load reads none of them.
func (w *World) Load(in io.Reader, options ...FileOption) error {
	if err := w.checkFile(in == nil); err != nil {
		return err
	}
	if err := w.core.CheckHooks(true); err != nil {
		return err
	}
	loaded, err := unlocked(w, func() (*rules.World,
		error,
	) {
		return save.Read(&w.core.World, in, fileOptions(options))
	})
	if err != nil {
		return err
	}
	w.core.Restore(loaded.Handover())
	return nil
}

// Part has the entities that [World.LoadPart] has made.
type Part struct{ p *save.Part }

// Of is the entity for one of the world that was saved: the new one for an entity of the part, the
// one that was found or made for one outside that the part mentions, and the zero Entity for any
// other.
func (p *Part) Of(e Entity) Entity { return p.p.Made[e] }

// Entities are the new entities of the part, in the order in which those that were saved had been created.
func (p *Part) Entities() []Entity { return slices.Clone(p.p.New) }

// Tops are the new entities whose parents are not in the part: of [World.SaveTree] the root.
func (p *Part) Tops() []Entity { return slices.Clone(p.p.Tops) }

// SavePart writes some entities of a world, for [World.LoadPart] to make them anew in this world or
// another one as often as it likes: their ids and values, names, switched-off ids, overrides, and
// their order, of creation and of [Ordered] relationships. An entity that comes twice counts once.
// Reserved entities and components of Go types are never in a part, as a world has one of each.
//
// An entity that they mention in ids and values and that is not among them is outside of the part.
// For example, a ship that was docked at Genoa is docked, once it is loaded, at the Genoa of the
// world that loads it. The file has its path, by which a load finds it, and of a component of a Go
// type the type; beside these the properties and members that it has, for [FileMakeMissing]. In a
// value nothing stands for a dead entity but the zero Entity. Values of a [FileCodec] keep the
// numbers that they hold; [Part.Of] translates them.
//
// Errors are those of [World.Save]; not_alive; and unresolved for an entity outside that has no
// path, because it or a parent has no name or because the path has more than 65,536 bytes (see
// [FileLeaveOut]). They come before the first byte, but for those of out. It costs time and memory
// proportional to the part and to the entities that it mentions; other goroutines may read
// meanwhile.
func (w *World) SavePart(out io.Writer, entities []Entity, options ...FileOption) error {
	return w.savePart(out, save.Selection{Entities: entities}, options)
}

// SaveQuery is [World.SavePart] for the entities that a prepared query matches: the values of
// $this, each once. The entities that its other variables stand for are outside of the part unless
// [FileVariables] names them. Prepare makes a query of a text: w.Prepare(spec.Query{Expr:
// "SpaceShip, (DockedTo, $port)"}). A query that matches nothing makes a part of no entities.
//
// Errors are those of SavePart, unresolved for a variable that the query does not have, and invalid
// for a query without $this and for one of another world.
func (w *World) SaveQuery(out io.Writer, q *Query, options ...FileOption) error {
	if q == nil || q.w != w || !q.q.UsesThis {
		return spec.Errorf(spec.CodeInvalid, "a part is what a query of this world matches as $this")
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

// SaveTree is [World.SavePart] for an entity and everything below it along [ChildOf], deep. The
// parent of the root is not part of it: a load makes the root without one, or with that of
// [FileBelow].
func (w *World) SaveTree(out io.Writer, root Entity, options ...FileOption) error {
	return w.savePart(out, save.Selection{
		Entities: append([]Entity{root}, w.Traverse(root, ChildOf, 0)...),
		Root:     root,
	}, options)
}

func (w *World) savePart(out io.Writer, of save.Selection, options []FileOption) error {
	if err := w.checkFile(out == nil); err != nil {
		return err
	}
	for _, e := range of.Entities {
		if err := w.core.CheckAlive(e); err != nil {
			return err
		}
	}
	defer w.lockForFile()()
	return save.WritePart(&w.core.World, of, out, fileOptions(options))
}

// LoadPart makes the entities of a part anew, beside everything that the world has: new entities,
// in which references to an entity of the part lead to the new one. An entity outside is found by
// its path from the root, whatever the scope is, and components of Go types by their types, which
// the program registers before it calls LoadPart. The scope is not their parent either. A part is a
// template: each load makes other entities.
//
// New entities are younger than all that is outside. So where an entity of the part has several
// bases, those outside come before those of the part, whichever were older in the world that was
// saved, and an inherited value may be another one.
//
// Ids are added as by [World.Add], with the consequences that this has for entities outside, such
// as the mirrors of [Symmetric] pairs; each new entity ends with the ids that it was saved with,
// and below a prefab with Prefab. Observers hear of them when all are there. In [Ordered]
// relationships they come behind the sources that are there, in their order.
//
// LoadPart gives all or nothing: if it errs, the world has not changed. Errors are those of
// [World.Load] about the file; unresolved for an entity outside that is not found (see
// [FileMakeMissing] and [FileLeaveOut]); exists where a name is taken (see [FileRename] and
// [FileBelow]); not_alive for the parent of FileBelow; invalid where the world says other things of
// a component or relationship than the saved one did, so that the part cannot be as it was; those
// of Add; locked while a loop runs; and invalid while changes are deferred. It costs time and
// memory proportional to the part.
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

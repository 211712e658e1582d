package fast

import (
	"io"
	"reflect"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/save"
)

// FileOption decides how [World.Save] writes a world and [World.Load] reads it.
type FileOption func(*save.Options)

// FileCodec writes the values of a Go type as the program says, in place of the default: the fields of types that are made of
// numbers, texts and entities, and encoding/json for all others. Save and Load need the same codec. An entity that a value
// holds keeps its number in the file.
func FileCodec[T any](encode func(T) ([]byte, error), decode func([]byte) (T, error)) FileOption {
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

// FileProgress calls f now and then while a world is written or read, with how many of its entities are done. While a world
// is read they are done when their ids are known; values come afterwards.
func FileProgress(f func(done, total int)) FileOption {
	return func(o *save.Options) { o.Progress = f }
}

// FileIndices lets Load read a file in which entities have indices below n. The default is 64 for each entity of the file and at
// least 1,048,576: a damaged file of a few bytes must not ask for all memory. A world with few entities that once had very
// many needs more.
func FileIndices(n int) FileOption {
	return func(o *save.Options) { o.Indices = n }
}

func fileOptions(options []FileOption) *save.Options {
	o := &save.Options{}
	for _, set := range options {
		set(o)
	}
	return o
}

// Save writes the world: its entities with their generations, names, ids, values, order of creation, components, ids that
// are switched off, overrides, and the scope. Queries, observers and snapshots are not part of it. The world does not change, so
// that other goroutines may read meanwhile. Save costs time proportional to the world and memory for one section of about
// 64 KiB; give it a buffered writer only where many small worlds are written.
//
// Errors are those of out, invalid for values that the default way cannot write without a loss (see [FileCodec]) and while
// changes are deferred. Such errors of a type come before the first byte.
func (w *World) Save(out io.Writer, options ...FileOption) error {
	if w.IsDeferred() {
		return change.ErrDeferred
	}
	return save.World(&w.core.World, out, fileOptions(options))
}

// Load makes the world the one that Save has written. Everything that the world had is gone; a handle means the same entity
// as when the file was written, so that a program can keep handles beside the file. Components of Go types are found again by
// their types, which the program registers (see [Register]) before it calls Load; a field that the type has got since is
// zero, one that it has lost is an error. Prepare queries and observers after Load: those of before stay, and ask for the
// entities of their handles in the loaded world.
//
// Load gives all or nothing: if it errs, the world has not changed. Errors are those of in, unsupported for another version
// of the format, unresolved for a type that is not registered, limit (see [FileIndices]), locked while a loop runs, and
// invalid for a file that is damaged or of a world with another profile, and while changes are deferred. A message says where in the file it is.
// The file may be followed by other bytes; Load reads none of them.
func (w *World) Load(in io.Reader, options ...FileOption) error {
	if w.IsDeferred() {
		return change.ErrDeferred
	}
	if err := w.core.CheckHooks(true); err != nil {
		return err
	}
	loaded, err := save.Read(&w.core.World, in, fileOptions(options))
	if err != nil {
		return err
	}
	w.core.Restore(loaded.Handover())
	return nil
}

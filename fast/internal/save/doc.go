// Package save writes a world, or a part of one, as bytes and reads it back. Format 1, all numbers
// little-endian, uvarints as in encoding/binary:
//
//	"RELSPECW", the version of the format in 4 bytes, then sections until the end section.
//	A section is its kind (1 byte), the length of its content (4 bytes), the content, and the
//	CRC-32C of these three.
//
// The content consists of whole records. A long list continues in further sections of its kind. The
// kinds, in this order:
//
//	H  header: profile (text), scope (entity), number of indices, least generation of new
//	   entities, number of entities, number of sets of ids
//	B  reserved entities: index and handle (text) of each; other sections mention them by index
//	Q  only in a part: the number of entities of the part, and the number of stand-ins (see below)
//	X  only in a part, for each entity of the part and each stand-in: its index, the handle of its
//	   entity in the saved world, and 0 for an entity of the part or 1 for a stand-in. A stand-in
//	   also has the path of its entity from the root (text; "" for a component of a Go type, which
//	   is found by its type)
//	T  components: index, flags (1: the default Final was removed), then the type: 0 none, 1
//	   members (names and types), 2 a Go type (its path and name), 3 the Go type of the values of
//	   a relationship (its path and name), whose component is another entity or none; then the
//	   encoding of values, see below
//	I  numbers that are targets of pairs: the number and its index
//	S  sets of ids, numbered from 0: the number of ids, then the ids. An id is its first element
//	   times two, plus one if it is a pair; then, for a pair, the second element
//	R  rows of a set: the set, the number of rows; then for each row the index and the position
//	   in the order of creation, both as differences to the row before (zigzag), and the
//	   generation
//	D  values of an id for consecutive rows: set, position of the id in the set, first row,
//	   number of rows, the values. For the id (R, #beside), which stands for non-fragmenting
//	   pairs, the values are the indices of each row's target of R
//	N  names: index and name
//	M  ids of which instances get copies: index, number, ids
//	O  disabled ids: index, number, ids
//	A  order of the sources of a pair, if they have one: relationship, target, number, sources; a
//	   long list continues in the next record
//	E  the end: the number of sections before it
//
// Values are written by fields (1), as JSON (2), or by a codec of the program (3); tags have no
// values (0). By fields: the section of components has the number of fields and, for each field,
// its path, its kind (1 byte) and how many consecutive values of this kind it has. A value is its
// fields in this order, without padding; numbers have their own width (int and uint 8 bytes), texts
// are preceded by their length. Values as JSON or by a codec are preceded by their length.
//
// The file of a part describes a world with the entities of the part and a stand-in for each other
// entity that they mention. A stand-in has the properties and members of its entity but no name.
// All entities are renumbered in the order of creation, with generation 0. The scope is zero. Ids,
// and values by fields or as JSON, contain the new numbers; values of codecs contain the old ones.
package save

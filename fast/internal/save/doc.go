// Package save writes a world, or a part of one, as bytes and reads it back. Format 1, all numbers
// little-endian, uvarints as in encoding/binary:
//
//	"RELSPECW", the version of the format in 4 bytes, then sections until the end section.
//	A section is its kind (1 byte), the length of its content (4 bytes), the content, and the CRC-32C of these three.
//
// A content holds whole records; a list that is long goes on in further sections of its kind. The
// kinds, in their order:
//
//	H  header: profile (text), scope (entity), number of indices, least generation of new entities, entities, sets of ids
//	B  reserved entities: index and handle (text) of each; other sections mention them by index
//	Q  of a part only: the number of its entities, and that of the entities outside that these mention
//	X  of a part only, each entity of either kind: index, the handle that it had in the world that was saved, 0 for an entity of the part and 1 for
//	   one outside, and of that its path from the root (text; "" for a component of a Go type, which its type finds)
//	T  components: index, flags (1: the default Final was removed), then its type: 0 none, 1 members (names and
//	   types), 2 a Go type (its path and name), 3 the Go type of the values of a
//	   relationship that is not the component of that type (its path and name); then how values are written, see below
//	S  sets of ids, numbered from 0: the number of ids, then the ids. An id is its first element times two, plus one if it is a
//	   pair, and the second element of a pair
//	R  rows of a set: the set, the number of rows, then of each row the index and the place in the order of creation, both as
//	   differences to the row before (zigzag), and the generation
//	P  tag properties that entities had, in a profile in which these act until the entity dies: index, number, ids
//	D  values of an id of a set for rows one after another: set, place of the id in the set, first row, rows, the values;
//	   for the id (R, #beside) the index of each row's target of R
//	N  names: index and name
//	M  ids of which instances get copies: index, number, ids
//	O  ids that are switched off: index, number, ids
//	A  arrangement of the sources of a pair, as far as that is kept: relationship, target, number, sources; a long one goes on in the
//	   next record
//	E  the end: the number of sections before it
//
// Values are written by fields (1), as JSON (2), or by a codec of the program (3). By fields: the
// section of components has the number of fields and of each its path, its kind (1 byte) and how
// often it comes in a row; a value is its fields in this order, without padding, numbers in their
// width (int and uint in 8 bytes), texts with their length before them. JSON and codecs: each value
// has its length before it.
//
// The file of a part is that of a world which holds the entities of the part, numbered anew by
// creation and with generation 0, and a stand-in for each entity outside, with its properties and
// members and no name. The scope is zero. Ids and values by fields or as JSON mention the new
// numbers; values of codecs keep the old ones.
package save

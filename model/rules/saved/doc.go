// Package saved says what a world has that can be saved, and makes a blank world the saved one. Nothing else of a world is kept, and
// nothing follows from loading it: what did follow was saved.
//
//   - file.go: the facts of a world as bytes, and back
package saved

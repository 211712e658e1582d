// Package saved lists the facts of a world that can be saved, and makes a blank world the saved
// one. Nothing else of a world is kept, and nothing follows from loading it: consequences were
// saved with their causes.
//
//   - file.go: the facts of a world as bytes, and back
package saved

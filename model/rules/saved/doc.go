// Package saved saves a world and loads it into an empty one. It saves the facts and nothing else.
// Loading applies no consequences, because they were saved along with the facts that caused them.
//
//   - file.go: the format
package saved

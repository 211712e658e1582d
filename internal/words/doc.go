// Package words holds tests of the words of the repository: pages say their reader, citations name pages that exist, rulings
// have examples, identifiers and comments use the glossary of docs/glossary.md.
package words

// Package schematest validates messages of the protocol and lines of traces against the JSON Schema in
// docs/schema. It is for tests of this module.
//
//   - [Engine] wraps an engine so that all its operations and outcomes are checked
//   - [Operation], [Outcome], [Trace] check values in their JSON form
//   - [Validate] checks one line against a definition of the schema
package schematest

// Package adapter connects to an engine in another process. Requests and answers are JSON Lines on
// the standard input and output of the process, in protocol version 1 (docs/protocol.md,
// docs/schema/relspec-protocol-1.schema.json).
//
//   - [Serve] and [Server] serve an engine of this process to a client.
//   - [Start] runs a command as a [Process], which is a [spec.Engine]. [Options] limit its time and
//     its output. [Process.World] makes it an oracle implementation.
//   - [SplitCommand] splits a command line into words, without a shell.
//   - Package schematest validates messages against the schema in tests.
//
// Neither side trusts the other. A server answers an invalid line with an error and continues. If a
// process crashes, hangs, or prints too much or invalid output, the client answers with one of the
// codes of [spec.ErrorCode.IsHarness], stops the process, and starts it again at the next reset.
package adapter

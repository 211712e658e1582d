// Package adapter lets an engine live in another process: requests and answers travel as JSON Lines over its
// standard input and output, in protocol version 1 (docs/protocol.md, docs/schema/relspec-protocol-1.schema.json).
//
//   - [Serve] and [Server] offer an engine of this process to a harness that is on the other end of a pipe.
//   - [Start] runs a command and gives a [Process], which is a [spec.Engine] and as such can be
//     compared like any other ([Process.World] makes it an oracle implementation); [Options] bound
//     how long it may take and how much it may print.
//   - [SplitCommand] cuts a command line into words, without a shell.
//   - Package schematest, below this one, validates messages against the schema in tests.
//
// Neither side trusts the other. A server answers a bad line and goes on; a client reports a process that
// crashes, hangs, floods or prints garbage with the codes that [spec.ErrorCode.IsHarness] knows, stops it, and
// starts it again at the next reset.
package adapter

// Package playground implements the calls of the playground page: it runs both engines on a world that
// the user types. The program play/wasm passes calls on; tests call the package directly.
//
//   - [Call] answers a call in JSON
//   - [ReadWorld] parses a world and reports the positions of all errors
//   - [Answer], [Why], [Profiles], [Plan], [Export] and [Open] are the calls
//   - package link has the state of the page, and its encoding in addresses
//
// Every call starts with empty worlds and applies all operations. Only the parsed text of the
// latest world is cached, so an answer depends only on its request. Limits stop an answer that
// takes too long. With the higher limits of State.Long, the user can cancel the answer; the page
// then ends its worker.
package playground

// Package playground answers the page of the playground: both engines on a world that somebody
// types. The program of play/wasm hands its calls on, and tests call it natively.
//
//   - [Call] answers a call as JSON with JSON; [Calls] lists the calls
//   - [ReadWorld] reads a world with the places of all that is wrong
//   - [Answer], [Why], [Profiles], [Plan], [Export] and [Open] are the calls
//   - package link has the state of the page and its text in addresses
//
// Every call begins with empty worlds and applies all operations. Nothing is remembered from one to
// the next but how the last text of a world reads, so that an answer depends on nothing but its
// question. Limits end a long answer; the page ends one without limits with its worker.
package playground

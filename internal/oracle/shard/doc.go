// Package shard splits a long run over machines and keeps how far each part is.
//
//   - [Shard], [Parse]: every n-th trace or world; [Shard.Lock] lets one process at a time work on it
//   - [Write], [Read], [SetAside]: a file of progress that a killed process leaves whole
//   - [Finish]: a new file gets its name when it is complete
package shard

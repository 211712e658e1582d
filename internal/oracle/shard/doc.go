// Package shard splits a long run over machines and stores the progress of each part.
//
//   - [Shard], [Parse]: every n-th trace or world; [Shard.Lock] locks its folder
//   - [Write], [Read], [SetAside]: a progress file, which is replaced atomically
//   - [Finish]: renames a new file when it is complete
package shard

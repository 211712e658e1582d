// Package transcript replays what released Flecs versions answered, line by line, on an engine.
//
//   - [All], [Written], [Random], [Read]: the transcripts; [Transcript], [Line]
//   - [Replay], [ReplayAll]: the [Verdict] on each line
//   - [Declarations]: behaviours of Flecs that differ by a clause, with the reason
//
// docs/transcripts.md says how a line is judged.
package transcript

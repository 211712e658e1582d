// Package transcript replays the recorded answers of released versions of Flecs and Tecs, line by
// line, on an engine.
//
//   - [All], [Written], [Random], [Read]: the transcripts; [Transcript], [Line]
//   - [Replay], [ReplayAll]: the [Verdict] on each line
//   - [Declarations]: intended differences from Flecs and Tecs, with the reason
//
// docs/transcripts.md explains the verdicts.
package transcript

// Package oracle runs traces on engines and says where they differ: it compares, reduces, explains and reports
// (docs/oracle.md). It knows no semantics; the reference engine, usually package model, decides.
//
//   - [Implementation]: an engine under test with a name; [Variant]: the same engine used in another way that must agree
//   - [Compare], [CompareOptions], [Difference]: two outcomes of one operation, never by deep equality
//   - [Run], [Record], [Recording]: a trace on a reference and on others, stopping at the first [Divergence]
//   - [Law]: what must hold of one engine alone
//   - [Counts]: operations, queries by feature, rows and refusals that were compared
//   - [Campaign], [CampaignReport]: many generated traces on all cores, with findings
//   - [Reduce]: the smallest trace that still fails, with short names
//   - [Finding]: a reduced divergence, saved as JSON Lines, scenario, Go test and text
//   - [Transcripts], [Replay]: what released Flecs versions answered, and the declared differences
package oracle

// Package finding turns a divergence into a finding that can be shown and saved, with its reason,
// drawing and name.
//
//   - [New]: from a trace; [Confirmed]: runs the trace several times; [Reduced]: reduces it first
//   - [Finding.Text], [Finding.Data]: as text and as data
//   - [Finding.Save]: a folder with the trace, a Go test, a scenario and a page;
//     [Finding.SaveFound] saves before reduction
//   - [Finding.Group]: findings of one group probably have the same cause
//   - [Command]: a command line of diffcheck that can be pasted
package finding

// Package finding makes a divergence ready to be shown and saved: with its reason, its picture and its name.
//
//   - [New], [Confirmed], [Reduced]: from a trace that shows it always, or now and then, or from a smaller one
//   - [Finding.Text], [Finding.Data]: as a block of text and as data
//   - [Finding.Save]: a folder with the trace, a Go test, a scenario, a page; [Finding.SaveFound] before it is reduced
//   - [Finding.Group]: findings of one group most likely have the same cause
//   - [Command]: a command line of diffcheck that can be pasted
package finding

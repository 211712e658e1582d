// Package features embeds the Gherkin features, one folder per area. Package oracle/scenario reads
// and runs them; the grammar of their steps is in docs/steps.md.
package features

import "embed"

// FS holds AREA/SUBJECT.feature, for example cleanup/cascades.feature.
//
//go:embed */*.feature
var FS embed.FS

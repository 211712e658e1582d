package playground

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// Format is a file format for a world and its query.
type Format string

// The formats.
const (
	FormatScenario Format = "scenario" // Gherkin that states the reference's answer
	FormatTrace    Format = "trace"    // JSON Lines, for diffcheck replay
	FormatProtocol Format = "protocol" // requests for an adapter
	FormatGo       Format = "go"       // a test of both engines
)

// Exported is a file.
type Exported struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Export writes the operations of a state in a format, with the query last. It also exports a query that
// the reference refuses.
func Export(s *link.State, format Format) (*Exported, *spec.Error) {
	r, err := start(s)
	if err != nil {
		return nil, err
	}
	ops := slices.Clone(r.world.Operations()[:r.at])
	if strings.TrimSpace(s.Query) != "" {
		r.quietly(r.model)
		op, err := question(s, spec.OpQuery)
		if err != nil {
			return nil, err
		}
		_, op = r.ask(r.model, op)
		ops = append(ops, op)
	}
	if len(ops) == 0 {
		return nil, spec.Errorf(spec.CodeInvalid, "there is nothing to export: write a fact or a query")
	}
	t := spec.NewTrace(r.profile.Name, ops...)
	t.Header.Note, t.Header.Origin, t.Header.Suite = "a world of the playground", "playground", spec.SuiteVersion
	var lines bytes.Buffer
	if _, werr := t.WriteTo(&lines); werr != nil {
		return nil, spec.Errorf(spec.CodeInvalid, "%s", werr.Error())
	}
	sum := sha256.Sum256(lines.Bytes())
	hash := hex.EncodeToString(sum[:4])
	switch format {
	case FormatScenario:
		text := scenario.OfFinding(t, model.New(r.profile), len(ops)-1, hash, nil, nil)
		return &Exported{"playground.feature", r.withSteps(text, len(ops) > r.at)}, nil
	case FormatTrace:
		return &Exported{"playground.jsonl", lines.String()}, nil
	case FormatProtocol:
		return &Exported{"requests.jsonl", string(finding.ProtocolLines(r.profile.Name, ops, false))}, nil
	case FormatGo:
		return &Exported{"playground_test.go", finding.TraceTest(t, "Playground", hash)}, nil
	}
	return nil, spec.Errorf(spec.CodeInvalid, "unknown format %q; use scenario, trace, protocol or go", string(format))
}

// withSteps replaces the steps of a generated feature, up to its last read, by the steps that the user
// wrote, with their expectations. If the world is not applied completely, the feature stays as it is.
func (r *run) withSteps(feature string, asks bool) string {
	all, err := scenario.Parse("playground", feature)
	if err != nil || len(all) != 1 || len(r.world.steps) == 0 || r.at < len(r.world.Checks) ||
		len(r.world.Problems) > 0 {
		return feature
	}
	steps := r.world.steps
	if asks {
		checks := all[0].Checks
		steps = slices.Concat(steps, all[0].Steps[checks[len(checks)-1].Step:])
	}
	var b strings.Builder
	for line := range strings.Lines(feature) {
		b.WriteString(line)
		if strings.HasPrefix(line, "  Scenario: ") {
			break
		}
	}
	for _, s := range steps {
		b.WriteString("    " + string(s.Keyword) + " " + s.Text + "\n")
		for _, row := range s.Table {
			b.WriteString("      | " + strings.Join(escaped(row), " | ") + " |\n")
		}
	}
	return b.String()
}

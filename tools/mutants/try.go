package mutants

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/relspec/relspec/tools/run"
)

// TryOptions are the options of a campaign against a mutant.
type TryOptions struct {
	Duration   time.Duration // the campaign ends after this time, or with its first divergence
	Operations uint64        // or after this number of operations; 0 for no limit
	AsFound    bool          // do not reduce the divergence
	Seed       uint64
	Dir        string // for findings
	Planted    int    // the number of the mutant in a joined build; 0 for a build with at most one mutant
}

// Trial is the result of a campaign against a mutant.
type Trial struct {
	Found      bool    `json:"found"`
	Operations uint64  `json:"operations"` // until the mutant was found, or in total
	Seconds    float64 `json:"seconds"`
	Reduced    int     `json:"reduced"` // operations of the reduced trace, or 0
	Signature  string  `json:"signature,omitempty"`
	Trace      string  `json:"trace,omitempty"` // reduced
}

// slack is the time in addition to the campaign, for the first world, reducing and printing.
const slack = 2 * time.Minute

// Try runs the default campaign of a diffcheck built with a mutant, or the finder for a mutant in the
// typed API. If the process dies because of the mutant, for example by a stack overflow, the mutant counts
// as found without a trace.
func Try(ctx context.Context, binary string, m Mutant, o TryOptions) (*Trial, error) {
	args, read := o.campaign(m.Profile), campaignTrial
	if m.Finder() == Twin {
		args = []string{
			"-seed", strconv.FormatUint(o.Seed, 10), "-duration", o.Duration.String(),
			"-operations", strconv.FormatUint(o.Operations, 10),
		}
		read = func(out []byte) (*Trial, error) {
			var t Trial
			return &t, json.Unmarshal(out, &t)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, o.Duration+slack)
	defer cancel()
	cmd := run.Limited(ctx, binary, args)
	if o.Planted > 0 {
		cmd.Env = append(os.Environ(), PlantedVariable+"="+strconv.Itoa(o.Planted))
	}
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	begun := time.Now()
	err := cmd.Run()
	seconds := time.Since(begun).Seconds()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	trial, jsonErr := read(out.Bytes())
	switch {
	case jsonErr == nil:
		return trial, nil
	case exit != nil && strings.Contains(said.String(), "goroutine "):
		return &Trial{Found: true, Seconds: seconds, Signature: "the process died: " + run.Fatal(said.String())}, nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &Trial{Seconds: seconds, Signature: "no report within " + (o.Duration + slack).String()}, nil
	}
	return nil, fmt.Errorf("the campaign gave no report: %w\n%s", errors.Join(err, jsonErr),
		bytes.TrimSpace(said.Bytes()))
}

// campaign returns the arguments of diffcheck.
func (o *TryOptions) campaign(profile string) []string {
	args := []string{
		"fuzz", "--json", "--findings", "1", "--workers", "1", "--duration", o.Duration.String(),
		"--seed", strconv.FormatUint(o.Seed, 10), "--save", filepath.Join(o.Dir, "findings"),
	}
	if o.Operations > 0 {
		args = append(args, "--operations", strconv.FormatUint(o.Operations, 10))
	}
	if profile != "" {
		args = append(args, "--profile", profile)
	}
	if o.AsFound {
		args = append(args, "--as-found")
	}
	return args
}

// campaignTrial reads the JSON of diffcheck fuzz.
func campaignTrial(out []byte) (*Trial, error) {
	var r struct {
		Campaign struct {
			Elapsed  time.Duration `json:"elapsed_ns"`
			Counts   struct{ Operations map[string]uint64 }
			Findings []struct {
				After    time.Duration `json:"after_ns"`
				Compared uint64
			}
		}
		Divergences []struct {
			Implementation, Variant, Law, Signature string
			Operations                              int
			Trace                                   []json.RawMessage
		}
	}
	if err := json.Unmarshal(out, &r); err != nil {
		return nil, err
	}
	t := &Trial{Seconds: r.Campaign.Elapsed.Seconds()}
	for _, n := range r.Campaign.Counts.Operations {
		t.Operations += n
	}
	if len(r.Divergences) == 0 {
		return t, nil
	}
	if len(r.Campaign.Findings) > 0 { // the campaign ends when the finding is reduced
		f := &r.Campaign.Findings[0]
		t.Operations, t.Seconds = f.Compared, f.After.Seconds()
	}
	d := &r.Divergences[0]
	t.Found, t.Reduced, t.Signature = true, d.Operations, d.Signature
	if by := strings.TrimSpace(d.Variant + d.Law); by != "" {
		t.Signature += " (" + by + ")"
	}
	if d.Implementation != "fast" {
		t.Signature = d.Implementation + ": " + t.Signature
	}
	var trace []string
	for _, line := range d.Trace {
		trace = append(trace, string(line))
	}
	t.Trace = strings.Join(trace, "\n")
	return t, nil
}

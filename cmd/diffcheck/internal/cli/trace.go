package cli

import (
	"fmt"
	"io"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/spec"
)

// maxFile is the maximum size of a trace file.
const maxFile = 256 << 20

// input opens the file that an argument names, or standard input for "-".
func (a *app) input(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(a.Stdin), nil
	}
	return a.open(name)
}

// read returns the content of a file or of standard input ([app.input]). If it has more than limit
// bytes, read returns an error.
func (a *app) read(name string, limit int64) ([]byte, error) {
	from, err := a.input(name)
	if err != nil {
		return nil, err
	}
	defer from.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(io.LimitReader(from, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = spec.Errorf(spec.CodeLimit, "%s is larger than %d bytes", name, limit)
	}
	return text, err
}

// readTrace reads a trace or transcript. Errors include the file and the line.
func (a *app) readTrace(name string) (*spec.Trace, error) {
	from, err := a.input(name)
	if err != nil {
		return nil, err
	}
	defer from.Close() //nolint:errcheck // only read
	return traceIn(name, from)
}

// traceIn reads the trace in a file.
func traceIn(name string, from io.Reader) (*spec.Trace, error) {
	limited := &io.LimitedReader{R: from, N: maxFile + 1}
	trace, err := spec.ReadTrace(limited, spec.ReadLimits{})
	if limited.N <= 0 {
		err = spec.Errorf(spec.CodeLimit, "a file has at most %d bytes", maxFile)
	}
	if err == nil {
		_, err = profileOf(trace)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return trace, nil
}

func profileOf(t *spec.Trace) (spec.Profile, error) { return profileNamed(t.Header.Profile) }

// profileNamed returns the profile with a name.
func profileNamed(name string) (spec.Profile, error) {
	profile, err := spec.ProfileByName(name)
	if err != nil {
		return spec.Profile{}, fmt.Errorf("%w%s", err, console.DidYouMean(name, spec.Names(spec.Profiles())))
	}
	return profile, nil
}

// profilesNamed returns the profiles of a flag --profile.
func profilesNamed(names []string) ([]spec.Profile, error) {
	var out []spec.Profile
	for _, name := range names {
		p, err := profileNamed(name)
		if err != nil {
			return nil, fmt.Errorf("--profile: %w", err)
		}
		out = append(out, p)
	}
	return out, nil
}

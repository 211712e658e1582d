package transcript

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"
)

//go:embed testdata/random/*.tar.gz
var randomFiles embed.FS

var readRandomTranscripts = sync.OnceValues(func() ([]*Transcript, error) {
	names, err := fs.Glob(randomFiles, "testdata/random/*.tar.gz")
	if err != nil {
		return nil, err
	}
	var out []*Transcript
	for _, name := range names {
		packed, err := randomFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		ts, err := ReadArchive(bytes.NewReader(packed))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out = append(out, ts...)
	}
	return out, nil
})

// Random returns the embedded transcripts of random worlds, by version, level and number. Callers
// share them and must not change them. The first call unpacks and reads them, which takes about a
// second.
func Random() ([]*Transcript, error) { return readRandomTranscripts() }

// Files returns the paths of the embedded transcripts, like [Transcript.File]. It is much faster
// than [All].
func Files() ([]string, error) {
	const folder = "testdata/transcripts/"
	names, err := fs.Glob(transcriptFiles, folder+"*-*/*/*.jsonl")
	for i := range names {
		names[i] = strings.TrimPrefix(names[i], folder)
	}
	archives, wrong := fs.Glob(randomFiles, "testdata/random/*.tar.gz")
	err = errors.Join(err, wrong)
	for _, archive := range archives {
		packed, wrong := randomFiles.ReadFile(archive)
		err = errors.Join(err, wrong, eachPacked(bytes.NewReader(packed), func(name string, _ []byte) error {
			names = append(names, strings.TrimSuffix(path.Base(archive), ".tar.gz")+"/"+name)
			return nil
		}))
	}
	return names, err
}

// ReadArchive reads the transcripts of a version from a compressed tar archive with the files
// <level>/<number>.jsonl.
func ReadArchive(r io.Reader) ([]*Transcript, error) {
	var out []*Transcript
	err := eachPacked(r, func(name string, text []byte) error {
		t, err := readRecorded(name, text)
		out = append(out, t)
		return err
	})
	return out, err
}

func eachPacked(r io.Reader, do func(name string, text []byte) error) error {
	z, err := gzip.NewReader(r)
	if err != nil {
		return err
	}
	for files := tar.NewReader(z); ; {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		text, err := io.ReadAll(files)
		if err != nil {
			return err
		}
		if err := do(h.Name, text); err != nil {
			return fmt.Errorf("%s: %w", h.Name, err)
		}
	}
}

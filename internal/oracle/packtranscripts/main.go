// Command packtranscripts packs folders of recorded transcripts into the archives that package oracle embeds.
//
//	go run ./internal/oracle/packtranscripts -to internal/oracle/transcript/testdata/random /path/to/flecs-3.2.12 /path/to/flecs-4.0.5
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/relspec/relspec/internal/oracle/transcript"
)

func main() {
	to := flag.String("to", "internal/oracle/transcript/testdata/random", "the folder to write to")
	flag.Parse()
	if err := pack(*to, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func pack(to string, folders []string) error {
	if len(folders) == 0 {
		return fmt.Errorf("name the folders to pack, one for each version")
	}
	for _, folder := range folders {
		var b bytes.Buffer
		if err := transcript.Pack(os.DirFS(folder), &b); err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
		file := filepath.Join(to, filepath.Base(folder)+".tar.gz")
		if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes\n", file, b.Len())
	}
	return nil
}

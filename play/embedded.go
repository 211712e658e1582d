//go:build relspec_play

package play

import (
	"embed"
	"io/fs"
)

//go:embed dist
var dist embed.FS

// embedded is the page in the program.
func embedded() fs.FS {
	page, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return page
}

//go:build !relspec_play

package play

import "io/fs"

// embedded is nil: the program was built without the page.
func embedded() fs.FS { return nil }

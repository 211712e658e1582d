package transcript

import "io"

// Unpack returns the files of an archive written by [Pack], by name.
func Unpack(r io.Reader) (map[string][]byte, error) {
	files := map[string][]byte{}
	return files, eachPacked(r, func(name string, text []byte) error {
		files[name] = text
		return nil
	})
}

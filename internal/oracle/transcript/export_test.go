package transcript

import "io"

// Unpack gives the files of an archive by name that [Pack] wrote.
func Unpack(r io.Reader) (map[string][]byte, error) {
	files := map[string][]byte{}
	return files, eachPacked(r, func(name string, text []byte) error {
		files[name] = text
		return nil
	})
}

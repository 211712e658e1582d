package console

import (
	"os"
	"path/filepath"
	"strings"
)

// Checkout returns the root of the checkout of this module around the working directory, or "".
func Checkout() string {
	folder, err := os.Getwd()
	for err == nil {
		text, _ := os.ReadFile(filepath.Join(folder, "go.mod")) // most folders have none
		if strings.HasPrefix(string(text), "module github.com/relspec/relspec\n") {
			return folder
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			break
		}
		folder = parent
	}
	return ""
}

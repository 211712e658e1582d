//go:build !relspec_debug

package store

// debug turns on the checks that are too slow for use.
const debug = false

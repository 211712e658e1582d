//go:build !relspec_debug

package store

// debug enables checks that are too slow for normal builds.
const debug = false

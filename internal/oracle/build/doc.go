// Package build writes operations, queries and answers briefly, for the tests of the oracle:
//
//	build.Trace(build.Entity("R"), build.Add("a", "R", "b"), build.Query(build.Text("(R, *)")))
package build

// Package build has short constructors for operations, queries and answers, for tests of the
// oracle:
//
//	build.Trace(build.Entity("R"), build.Add("a", "R", "b"), build.Query(build.Text("(R, *)")))
package build

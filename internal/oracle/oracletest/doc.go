// Package oracletest helps the tests of the oracle: engines with a fault ([NewMutant]), runs against the model ([Run])
// and golden files ([Golden]).
package oracletest

// Package oracletest helps the tests of the oracle: engines with a fault ([NewMutant]), and runs
// against the model ([Run]).
package oracletest

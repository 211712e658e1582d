// Package reduce makes a trace with a divergence smaller ([Trace]): fewer operations and handles,
// simpler terms and values, short names. [FailsLike] tests whether a smaller trace has the same
// divergence.
package reduce

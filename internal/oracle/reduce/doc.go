// Package reduce makes a trace that shows a divergence as small as it can ([Trace]): fewer operations, fewer handles,
// simpler terms and values, short names. [FailsLike] tells whether a smaller trace still shows the same.
package reduce

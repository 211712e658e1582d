// Package lang is the query language: text to terms and back, in the dialects of the source documents.
package lang

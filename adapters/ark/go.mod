module github.com/relspec/relspec/adapters/ark

go 1.26.0

require (
	github.com/mlange-42/ark v0.8.1
	github.com/relspec/relspec v0.0.0
)

replace github.com/relspec/relspec => ../..

module github.com/relspec/relspec/tools/peers/ark

go 1.26.0

require github.com/mlange-42/ark v0.8.1

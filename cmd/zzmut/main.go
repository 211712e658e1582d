package main
import ("context";"fmt";"os";"github.com/relspec/relspec/oracle/mutants")
func main(){ for _,n:=range os.Args[1:]{ m,ok:=mutants.Find(n); if !ok{panic(n)}; fmt.Println(n, mutants.Build(context.Background(),".",&m,"/tmp/a5mut/"+n)) } }

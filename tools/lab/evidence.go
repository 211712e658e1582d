package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/docs/specification"
	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/tools/book"
)

// evidence checks that each clause has a mutant of the model that one of its examples detects. If find
// is set, evidence searches for missing ones.
func evidence(ctx context.Context, c *console.Console, names []string, find bool) error {
	clauses := specification.Clauses()
	for _, name := range names {
		if specification.Find(name) == nil {
			return fmt.Errorf("there is no clause %s", name)
		}
	}
	all, err := book.AllEvidence()
	if err != nil {
		return err
	}
	report := &evidenceReport{}
	err = work(ctx, c, "evidence", func(ctx context.Context, dir string, say func(string)) error {
		say("compiling the model with all its mutants")
		l, err := book.NewLaboratory(ctx, ".", dir, clauses)
		if err != nil {
			return err
		}
		defer l.Close()
		report.mutants = l.Points()
		for i := range clauses {
			clause := &clauses[i]
			if len(names) > 0 && !slices.Contains(names, clause.Name) {
				continue
			}
			say(fmt.Sprintf("%d of %d  %s", i+1, len(clauses), clause.Name))
			e, err := l.Evidence(ctx, all, clause, find)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				report.wrong = append(report.wrong, err.Error())
			}
			report.clauses = append(report.clauses, e)
			if find { // save at once, so that an interruption loses nothing
				if err := book.WriteEvidence(clauses, all, report.clauses); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := c.Print(report); err != nil {
		return err
	}
	if len(report.wrong) > 0 {
		return errors.New(show.Plural(len(report.wrong), "clause has", "clauses have") + " no evidence")
	}
	return nil
}

// evidenceReport has the evidence for some clauses.
type evidenceReport struct {
	mutants int
	clauses []book.Evidence
	wrong   []string
}

func (r *evidenceReport) Text(out *strings.Builder) {
	alone, few, none := 0, 0, 0
	for i := range r.clauses {
		e := &r.clauses[i]
		switch {
		case e.None != "":
			none++
			fmt.Fprintf(out, "%-30s none: %s\n", e.Clause, e.None)
			continue
		case e.Noticed == "":
			continue
		case e.Others == 0:
			alone++
		case e.Others <= fewOthers:
			few++
		}
		fmt.Fprintf(out, "%-30s %-20s others %3d  %s %s: %s (%s)\n", e.Clause, e.Noticed, e.Others, e.File, e.Function,
			e.Change, e.Operator)
	}
	for _, wrong := range r.wrong {
		fmt.Fprintln(out, "WRONG "+wrong)
	}
	fmt.Fprintf(out, "\n%s of %d possible changes of the model: %d that no other clause notices, %d more that at most %d others notice; "+
		"%d have a reason instead\n", show.Plural(len(r.clauses)-none-len(r.wrong), "clause has one", "clauses have one"), r.mutants,
		alone, few, fewOthers, none)
}

// fewOthers is the maximum number of other clauses that may detect a good mutant.
const fewOthers = 5

package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/skeleton"
	"github.com/relspec/relspec/spec"
)

func (a *app) newAdapterCommand() *cobra.Command {
	var lang, profile string
	var names []string
	for _, l := range skeleton.Languages() {
		names = append(names, l.Name)
	}
	c := &cobra.Command{
		Use:   "new-adapter --lang " + strings.Join(names, "|") + " DIR",
		Short: "Write the skeleton of an adapter, ready to run",
		Long: `Write the skeleton of an adapter: a program that speaks the protocol on top of a simple store of sets. It runs as it is,
passes some scenarios, and answers unsupported to the rest. Replace the store with your engine, then implement the
operations in the order that its README.md lists.

If one of the files exists in DIR, nothing is written.`,
		Example: `  diffcheck new-adapter --lang js my-adapter
  diffcheck test --adapter "node my-adapter/main.mjs" --traces 100 --duration 0`,
		Args: arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if lang == "" {
				return fmt.Errorf("--lang is missing; pass one of %s", strings.Join(names, ", "))
			}
			return a.newAdapter(lang, profile, args[0])
		},
	}
	c.Flags().StringVar(&lang, "lang", "", "language of the adapter: "+strings.Join(names, ", "))
	c.Flags().StringVar(&profile, "profile", spec.Flecs3().Name, "profile that the adapter declares, a profile of Flecs")
	return c
}

// newAdapterReport lists the written files and the next steps.
type newAdapterReport struct {
	OK      bool     `json:"ok"`
	Files   []string `json:"files"`
	Needs   string   `json:"needs"`
	Dir     string   `json:"dir"`
	Build   string   `json:"build,omitempty"`
	Command string   `json:"command"`
}

func (r *newAdapterReport) Text(w *strings.Builder) {
	for _, name := range r.Files {
		fmt.Fprintf(w, "wrote %s\n", name)
	}
	fmt.Fprintf(w, "\nIt needs %s. Now:\n\n", r.Needs)
	if r.Build != "" {
		fmt.Fprintf(w, "  (cd %s && %s)\n", skeleton.Quote(r.Dir), r.Build)
	}
	fmt.Fprintf(w, "  diffcheck test --adapter %q --traces 100 --duration 0\n", r.Command)
}

func (a *app) newAdapter(lang, profile, dir string) error {
	l, err := skeleton.ByName(lang)
	if err != nil {
		return fmt.Errorf("--lang: %w", err)
	}
	if err := skeleton.CheckProfile(profile); err != nil {
		return fmt.Errorf("--profile: %w", err)
	}
	written, err := skeleton.Write(l, profile, dir)
	if err != nil {
		return err
	}
	report := &newAdapterReport{OK: true, Needs: l.Needs, Dir: dir, Build: l.Build, Command: l.Command(dir)}
	for _, f := range written {
		report.Files = append(report.Files, filepath.Join(dir, f.Name))
	}
	return a.Print(report)
}

#!/usr/bin/env python3
"""Runs exported cases on a program that speaks the adapter protocol: runner.py flecs-3.jsonl COMMAND [ARGUMENT...]"""
import json, struct, subprocess, sys

engine = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def ask(request):
    print(json.dumps(request), file=engine.stdin, flush=True)
    return json.loads(engine.stdout.readline() or '{"ok": false, "error": {"code": "crash", "message": ""}}')

def plain(x):  # a text that is equal for equal answers: floats as f32, members in one order
    if isinstance(x, float):
        x = struct.unpack("f", struct.pack("f", x))[0]
        return plain(int(x)) if x.is_integer() else repr(x)
    if isinstance(x, dict):
        return "{" + ",".join(k + ":" + plain(v) for k, v in sorted(x.items())) + "}"
    return "[" + ",".join(map(plain, x)) + "]" if isinstance(x, list) else json.dumps(x)

def flat(results):  # one row for each entity; variables without value left out
    for r in results:
        for e in r["entities"] or [None]:
            yield {**r, "entities": [e], "vars": {k: v for k, v in r["vars"].items() if v is not None}}

def field(want, got):
    if not want["set"] or not got["set"]:
        return want["set"] == got["set"]
    if "value" in want and "value" in got and plain(want["value"]) != plain(got["value"]):
        return False
    choices = [want] + want.get("or", [])
    return any(c["id"] == got["id"] and c.get("src") == got.get("src") for c in choices)

def row(want, got):
    return (want["entities"] == got["entities"] and want["vars"] == got["vars"] and len(want["fields"]) == len(got["fields"])
            and all(map(field, want["fields"], got["fields"])))

def rows(want, got, whole):  # block by block: a row of the answer takes the first wanted one of its block that fits
    want, got = list(flat(want)), list(flat(got))
    for g in got:
        fits = [w for w in want if row(w, g) and (not whole or w.get("block", 0) == want[0].get("block", 0))]
        if not fits:
            return False
        want.remove(fits[0])
    return not want or not whole

def agrees(step, got):
    want, how = step["want"], step["compare"]
    if not want["ok"] or not got["ok"]:
        return want["ok"] == got["ok"]
    if how == "equal":
        return all(plain(want.get(k)) == plain(got.get(k)) for k in ("value", "values"))
    if how == "one of":
        return got["value"] in step["any"]
    if how == "set":
        key = "events" if "events" in want else "values"
        return sorted(map(plain, want[key])) == sorted(map(plain, got[key]))
    if how == "part of":
        count = len(list(flat(want["results"])))
        return count == len(list(flat(got["results"]))) and rows(step.get("full", []), got["results"], False)
    return how != "rows" or rows(want["results"], got["results"], True)

def run(case, profile, has):
    if not all(need.split(": ")[1] in has.get(need.split(": ")[0], []) for need in case["needs"]):
        return "skipped"
    ask({"op": "reset", "profile": profile})
    for number, step in enumerate(case["steps"], 1):
        got = ask(step["request"])
        if not agrees(step, got):
            print(f"{case['case']}, step {number}: {case['title']}\n  {step['request']}\n  want {step['want']}\n  got  {got}")
            return "failed"
    return "passed"

with open(sys.argv[1], encoding="utf-8") as lines:
    head, info = json.loads(next(lines)), ask({"op": "hello"})["info"]
    ends = [run(json.loads(line), head["profile"], info["capabilities"]) for line in lines]
print(f"{head['profile']}: " + ", ".join(f"{ends.count(e)} {e}" for e in ("passed", "failed", "skipped")))
sys.exit("failed" in ends)

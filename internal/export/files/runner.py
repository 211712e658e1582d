"""Runs exported cases on a program of the adapter protocol: runner.py flecs-3.jsonl COMMAND..."""
import ctypes, json, subprocess, sys

engine = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def ask(request):
    print(json.dumps(request), file=engine.stdin, flush=True)
    return load(engine.stdout.readline() or '{"ok": false, "error": {"code": "crash"}}')

def load(line):  # numbers as texts: "# 1" for 1 and 1.0, fractions as f32, and true is none
    f32 = lambda number: f"# {ctypes.c_float(float(number)).value + 0:.50g}"
    return json.loads(line, parse_float=f32, parse_int=lambda number: f"# {int(number)}")

def field(want, got):
    if not (want["set"] and got["set"]):
        return want["set"] == got["set"]
    known = [k for k in ("value", "access") if k in want and k in got]
    ids = [(choice["id"], choice.get("src")) for choice in [want, *want.get("or", [])]]
    return (got["id"], got.get("src")) in ids and all(want[k] == got[k] for k in known)

def flat(results):  # a row for each entity; variables without value are left out
    return [{"row": [e, {k: v for k, v in r["vars"].items() if v is not None}, len(r["fields"])],
             "fields": r["fields"], "block": r.get("block")}
            for r in results for e in r["entities"] or [None]]

def same(want, got):
    return want["row"] == got["row"] and all(map(field, want["fields"], got["fields"]))

def agrees(how, step, want, got):
    if not (want["ok"] and got["ok"]) or how not in ("equal", "one of", "set", "rows", "part of"):
        return want["ok"] == got["ok"]
    if how == "one of":
        return got["value"] in step["any"]
    if how in ("equal", "set"):
        a, b = ([x.get("value")] + (x.get("values") or x.get("events", [])) for x in (want, got))
        return a == b or how == "set" and all(a.count(x) == b.count(x) for x in a + b)
    rows, left = flat(got["results"]), flat(step.get("full", want["results"]))
    for r in rows:  # each takes one that is wanted, of the first block with some left
        fits = [w for w in left if same(w, r) and (how != "rows" or w["block"] == left[0]["block"])]
        if not fits:
            return False
        left.remove(fits[0])
    return len(rows) == len(flat(want["results"]))

def run(case):
    ask({"op": "reset", "profile": profile})
    for n, asked in enumerate(case["steps"], 1):
        step, got = load(json.dumps(asked)), ask(asked["request"])
        if "partly" in info and got.get("error", {}).get("code") == "unsupported": return "skipped"
        if not agrees(step["compare"], step, step["want"], got):
            print(f"{case['case']}, step {n}: {case['title']}", asked, f"got {got}", sep="\n  ")
            return "failed"
    return "passed"

with open(sys.argv[1], encoding="utf-8") as lines:
    profile, info = json.loads(next(lines))["profile"], ask({"op": "hello"})["info"]
    has = {f"{kind}: {name}" for kind, names in info["capabilities"].items() for name in names}
    ends = [run(c) if has.issuperset(c["needs"]) else "skipped" for c in map(json.loads, lines)]
print(f"{profile}: " + ", ".join(f"{ends.count(e)} {e}" for e in ("passed", "failed", "skipped")))
sys.exit("failed" in ends or "passed" not in ends)

#!/usr/bin/env python3
"""Names what lit skipped or failed and ends with "N passed, M failed".

usage: summarize-tests.py RESULTS.json (written by lit --output)

A test is one lit test or one case of a GoogleTest binary. Exit status 0 only
when at least one test passed and none failed.
"""

import json
import sys

SKIPPED = {"UNSUPPORTED": "not supported here", "SKIPPED": "skipped",
           "EXCLUDED": None, "XFAIL": "known to fail"}


def main():
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            tests = json.load(file)["tests"]
    except (OSError, ValueError, KeyError) as error:
        print(f"no test results: {error}")
        print("0 passed, 1 failed")
        return 1
    passed, skipped, failed = 0, [], []
    for test in tests:
        code = test["code"]
        if code in ("PASS", "FLAKYPASS"):
            passed += 1
        elif code in SKIPPED:
            if SKIPPED[code]:
                skipped.append(f"{test['name']}: {SKIPPED[code]}")
        else:
            failed.append(f"{test['name']}: {code}")
    for line in sorted(skipped):
        print("skipped  " + line)
    for line in sorted(failed):
        print("failed   " + line)
    if not passed and not failed:
        failed.append("nothing ran")
        print("no test was selected")
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

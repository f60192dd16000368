"""Checks that relative links of Markdown pages lead to files of the tree.

Usage: check_links.py PAGE...

Pages under reference/ are written when the site is built, which checks links to them.
"""

import os
import re
import sys


def main():
    missing, count = [], 0
    for page in sys.argv[1:]:
        text = open(page, encoding="utf-8").read()
        text = re.sub(r"^```.*?^```$|`[^`\n]*`", "", text, flags=re.M | re.S)
        for target in re.findall(r"\]\(([^)\s#]+)", text):
            if "://" in target or "reference/" in target:
                continue
            count += 1
            if not os.path.exists(os.path.join(os.path.dirname(page), target)):
                missing.append(f"{page}: {target}")
    print("\n".join(missing) or f"{count} links lead somewhere")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Runs a command and expects an exit status: exits.py STATUS COMMAND…

Output passes through, so that FileCheck can look at it (the command's standard
error goes to standard output). Exits with 0 only on that status.
"""
import subprocess
import sys

expected, command = int(sys.argv[1]), sys.argv[2:]
done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                      check=False)
sys.stdout.buffer.write(done.stdout)
if done.returncode != expected:
    print(f"exit status {done.returncode}, expected {expected}")
    sys.exit(1)

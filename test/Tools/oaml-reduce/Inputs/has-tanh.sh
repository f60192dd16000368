#!/bin/sh
# Interesting: a program with a tanh. The status of an interesting one is 1.
grep -q oaml.tanh "$1" && exit 1
exit 0

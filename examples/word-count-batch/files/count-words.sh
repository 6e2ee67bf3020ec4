#!/usr/bin/env bash
# Counts the words of text files: word-count.tsv gets all words with their counts, stdout the ten most frequent.
# usage: count-words.sh [--pause SECONDS] FILE...
set -o errexit -o nounset -o pipefail
export LC_ALL=C.UTF-8

pause=0
if [[ "${1:-}" == --pause ]]; then
  pause=$2
  shift 2
fi
if (($# == 0)); then
  echo 'usage: count-words.sh [--pause SECONDS] FILE...' >&2
  exit 64
fi

words=$(mktemp ./words.XXXXXX)
trap 'rm -f "$words"' EXIT
for file in "$@"; do
  # One word on a line, small letters, nothing but letters, digits and inner apostrophes.
  tr '[:upper:]' '[:lower:]' <"$file" | tr -cs "[:alnum:]'" '\n' | sed "s/^'*//; s/'*\$//; /^\$/d" >"$words.one"
  echo "$file: $(wc -l <"$words.one") words"
  cat "$words.one" >>"$words"
  rm "$words.one"
  sleep "$pause"
done

sort "$words" | uniq -c | sort -k1,1nr -k2,2 | sed -E 's/^ *([0-9]+) (.*)$/\2\t\1/' >word-count.tsv
echo "total: $(wc -l <"$words") words, $(wc -l <word-count.tsv) different"
head -n 10 word-count.tsv

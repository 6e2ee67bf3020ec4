/** Shells whose completion is known, with the script that asks the command itself for candidates. */
export const COMPLETION_SCRIPTS = {
  bash: `# portolan completion for bash: source <(portolan completion bash)
_portolan() {
  local IFS=$'\\n' line rest=$COMP_LINE gap word cur before breaks words=()
  # Bash splits words at colons, also those of addresses, tags and job:path: without a blank between them they are one.
  for word in "\${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    gap=\${rest%%"$word"*}
    [[ -z $word || -n $gap || \${#words[@]} == 0 ]] && words+=("$word") || words[\${#words[@]}-1]+=$word
    rest=\${rest#"$gap$word"}
  done
  cur=\${words[\${#words[@]}-1]}
  COMPREPLY=()
  while read -r line; do
    line="\${line%%$'\\t'*}"
    [[ $line == "$cur"* ]] && COMPREPLY+=("$line")
  done < <(portolan __complete -- "\${words[@]:1}" 2> /dev/null)
  # Bash replaces what stands behind the last place where it has split the word.
  breaks=\${COMP_WORDBREAKS//[^:=]/}
  [[ -n $breaks ]] && before=\${cur%"\${cur##*[$breaks]}"} && COMPREPLY=("\${COMPREPLY[@]#"$before"}")
  # An id follows a collection.
  [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == */ ]] && compopt -o nospace 2> /dev/null
  return 0
}
complete -o default -F _portolan portolan
`,
  zsh: `#compdef portolan
# portolan completion for zsh: source <(portolan completion zsh), after compinit
_portolan() {
  local -a candidates lines suffix
  local line
  lines=("\${(@f)$(portolan __complete -- "\${(@)words[2,CURRENT]}" 2> /dev/null)}")
  for line in $lines; do
    [[ -n $line ]] && candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#candidates} )); then
    # An id follows a collection.
    [[ \${candidates[1]%%:*} == */ ]] && suffix=(-S '')
    _describe portolan candidates "\${suffix[@]}"
  else _files; fi
}
compdef _portolan portolan
`,
  fish: `# portolan completion for fish: portolan completion fish | source
function __portolan_complete
  set -l words (commandline -opc) (commandline -ct)
  portolan __complete -- $words[2..-1] 2> /dev/null
end
complete -c portolan -f -a '(__portolan_complete)'
complete -c portolan -n '__fish_seen_subcommand_from submit resolve apply create' -F
`,
} as const;

/** Shells whose completion is known, with the script that asks the command itself for candidates. */
export const COMPLETION_SCRIPTS = {
  bash: `# portolan completion for bash: source <(portolan completion bash)
_portolan() {
  local IFS=$'\\n' line
  COMPREPLY=()
  # Addresses and job:path contain colons, at which bash splits words.
  local words cur
  if declare -F _get_comp_words_by_ref > /dev/null; then
    local cword prev
    _get_comp_words_by_ref -n : cur words cword
    words=("\${words[@]:1:cword}")
  else
    cur="\${COMP_WORDS[COMP_CWORD]}"
    words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  fi
  while read -r line; do
    line="\${line%%$'\\t'*}"
    [[ $line == "$cur"* ]] && COMPREPLY+=("$line")
  done < <(portolan __complete -- "\${words[@]}" 2> /dev/null)
  declare -F __ltrim_colon_completions > /dev/null && __ltrim_colon_completions "$cur"
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

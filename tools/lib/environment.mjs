/** Environments as texts: for a shell to read, and compared with what a process was started with. */

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** `export` lines that a POSIX shell can evaluate. */
export function exportLines(environment) {
  return Object.entries(environment)
    .map(([name, value]) => `export ${name}=${quoted(value)}`)
    .join('\n');
}

/** Names of the variables of `wanted` that a running process was started without, or with another value. */
export function differences(wanted, running) {
  return Object.keys(wanted).filter((name) => wanted[name] !== running[name]);
}

/** Environments as texts: for a shell to read, and compared with what a process was started with. */

/** A text as a POSIX shell reads it. */
export const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** `export` lines that a POSIX shell can evaluate. */
export const exportLines = (environment) =>
  Object.entries(environment)
    .map(([name, value]) => `export ${name}=${quoted(value)}`)
    .join('\n');

/** Names of the variables of `wanted` that a running process was started without, or with another value. */
export const differences = (wanted, running) =>
  Object.keys(wanted).filter((name) => wanted[name] !== running[name]);

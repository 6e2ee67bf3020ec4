/** Environments as text for a shell, and their comparison with the environment of a process. */

/** Quotes a text for a POSIX shell. */
export const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** `export` lines that a POSIX shell can evaluate. */
export const exportLines = (environment) =>
  Object.entries(environment)
    .map(([name, value]) => `export ${name}=${quoted(value)}`)
    .join('\n');

/** Returns the names in `wanted` that a running process lacks or has with another value. */
export const differences = (wanted, running) =>
  Object.keys(wanted).filter((name) => wanted[name] !== running[name]);

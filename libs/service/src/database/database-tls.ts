/** What `ssl` and `sslmode` in a database address may say, and whether it asks for TLS. */
const TLS_VALUES: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  ssl: { true: true, '1': true, false: false, '0': false },
  sslmode: { required: true, disabled: false },
};

/** One line for a value that is neither yes nor no: it must not end in a connection without TLS. */
export const DATABASE_TLS_RULE =
  'may say ssl=true, ssl=1 or sslmode=required for TLS, ssl=false, ssl=0 or sslmode=disabled for none, nothing else';

/**
 * Whether a database address asks for TLS; `undefined` when what it says can't be told: an unknown value, a
 * value given twice, or `ssl` and `sslmode` that contradict each other. The tools follow the same rule
 * (tools/lib/database-tls.mjs, which runs before the build); one of their tests compares the two.
 */
export function asksForTls(url: URL): boolean | undefined {
  const answers = Object.entries(TLS_VALUES).flatMap(([name, values]) =>
    url.searchParams.getAll(name).map((value) => (Object.hasOwn(values, value) ? values[value] : undefined)),
  );
  const [first = false, ...others] = answers;
  return answers.includes(undefined) || others.some((answer) => answer !== first) ? undefined : first;
}

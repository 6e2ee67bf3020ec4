/** The values of `ssl` and `sslmode` in a database address, and whether they require TLS. */
const TLS_VALUES: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  ssl: { true: true, '1': true, false: false, '0': false },
  sslmode: { required: true, disabled: false },
};

/** Any other value is refused: it must not result in a connection without TLS. */
export const DATABASE_TLS_RULE =
  'must have ssl=true, ssl=1 or sslmode=required for TLS; ssl=false, ssl=0 or sslmode=disabled without TLS';

/**
 * Reports whether a database address requires TLS; undefined for an unknown, repeated or contradicting value.
 * A test compares the copy of this rule in tools/lib/databases.mjs, which runs before the build.
 */
export function asksForTls(url: URL): boolean | undefined {
  const answers = Object.entries(TLS_VALUES).flatMap(([name, values]) =>
    url.searchParams.getAll(name).map((value) => (Object.hasOwn(values, value) ? values[value] : undefined)),
  );
  const [first = false, ...others] = answers;
  return answers.includes(undefined) || others.some((answer) => answer !== first) ? undefined : first;
}

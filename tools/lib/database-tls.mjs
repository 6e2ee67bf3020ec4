/** Whether an address asks for TLS: the rule of libs/service/src/config/database-tls.ts, for tools that run before the build. */
const TLS_VALUES = Object.freeze({
  ssl: { true: true, 1: true, false: false, 0: false },
  sslmode: { required: true, disabled: false },
});

/** One line for a value that is neither yes nor no: it must not end in a connection without TLS. */
export const DATABASE_TLS_RULE =
  'must have ssl=true, ssl=1 or sslmode=required for TLS; ssl=false, ssl=0 or sslmode=disabled without TLS';

/** `undefined` when what the address says can't be told: an unknown value, one given twice, or a contradiction. */
export function asksForTls(url) {
  const answers = Object.entries(TLS_VALUES).flatMap(([name, values]) =>
    url.searchParams.getAll(name).map((value) => (Object.hasOwn(values, value) ? values[value] : undefined)),
  );
  const [first = false, ...others] = answers;
  return answers.includes(undefined) || others.some((answer) => answer !== first) ? undefined : first;
}

/**
 * Reports whether an address requires TLS: the rule of libs/service/src/config/database-tls.ts, for tools that run before the
 * build.
 */
const TLS_VALUES = Object.freeze({
  ssl: { true: true, 1: true, false: false, 0: false },
  sslmode: { required: true, disabled: false },
});

/** Message for an invalid value, which must not result in a connection without TLS. */
export const DATABASE_TLS_RULE =
  'must have ssl=true, ssl=1 or sslmode=required for TLS; ssl=false, ssl=0 or sslmode=disabled without TLS';

/** Returns `undefined` for an unknown, repeated or contradicting value. */
export function asksForTls(url) {
  const answers = Object.entries(TLS_VALUES).flatMap(([name, values]) =>
    url.searchParams.getAll(name).map((value) => (Object.hasOwn(values, value) ? values[value] : undefined)),
  );
  const [first = false, ...others] = answers;
  return answers.includes(undefined) || others.some((answer) => answer !== first) ? undefined : first;
}

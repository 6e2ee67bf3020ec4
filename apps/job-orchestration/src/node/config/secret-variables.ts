/** Variables of the node's environment that jobs may have as `env:<rest of the name>` begin so. */
export const SECRET_VARIABLE_PREFIX = 'JOB_SECRET_';

/** The secrets in the node's environment, by the rest of their names. */
export function secretVariables(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(process.env).flatMap(([name, value]) =>
      name.startsWith(SECRET_VARIABLE_PREFIX) && value !== undefined
        ? [[name.slice(SECRET_VARIABLE_PREFIX.length), value] as const]
        : [],
    ),
  );
}

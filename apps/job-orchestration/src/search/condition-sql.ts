import type { Condition } from './filters';

/** Part of a statement with its parameters in order. */
export interface SqlPart {
  sql: string;
  parameters: unknown[];
}

/**
 * A condition as plain SQL over the alias `row`.
 *
 * @param columnOf the column of a property
 */
export function conditionSql(
  { where, parameters }: Condition,
  columnOf: (property: string) => string,
): SqlPart {
  const values: unknown[] = [];
  const sql = where
    .replace(/\brow\.(\w+)/g, (_match, property: string) => `\`row\`.\`${columnOf(property)}\``)
    .replace(/:(\.\.\.)?(\w+)/g, (_match, spread: string | undefined, name: string) => {
      const value = parameters[name];
      const given: unknown[] = spread === undefined ? [value] : (value as unknown[]);
      values.push(...given);
      return given.map(() => '?').join(', ');
    });
  return { sql, parameters: values };
}

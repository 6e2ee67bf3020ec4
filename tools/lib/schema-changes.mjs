/** What migrations may do to a schema that the release before still uses: add, never take away (docs/releases.md). */

/**
 * A column as the database describes it.
 * @typedef {object} Column
 * @property {string} table
 * @property {string} name
 * @property {string} type `bigint`, `varchar(255)`
 * @property {boolean} nullable
 * @property {boolean} hasDefault also true of generated columns and counters: who writes a row need not name it
 */

const nameOf = ({ table, name }) => `${table}.${name}`;

/** A longer text of the same kind takes all that the shorter took. */
function takes(wide, narrow) {
  if (wide === narrow) return true;
  const [, kind, length] = /^(\w+)\((\d+)\)$/.exec(narrow) ?? [];
  const [, wideKind, wideLength] = /^(\w+)\((\d+)\)$/.exec(wide) ?? [];
  return kind !== undefined && kind === wideKind && Number(wideLength) >= Number(length);
}

/**
 * Changes that the release before can't live with, a line each.
 * @param {Column[]} before
 * @param {Column[]} after
 * @param {string[]} contracted `table.column` or `table` that no release in use reads any more
 */
export function breakingChanges(before, after, contracted = []) {
  const now = new Map(after.map((column) => [nameOf(column), column]));
  const known = new Set(before.map(nameOf));
  const tables = new Set(before.map(({ table }) => table));
  const released = (column) => contracted.includes(nameOf(column)) || contracted.includes(column.table);
  const lost = before
    .filter((column) => !released(column))
    .flatMap((column) => {
      const found = now.get(nameOf(column));
      if (!found) return [`${nameOf(column)} is gone, which the release before reads`];
      if (!takes(found.type, column.type))
        return [`${nameOf(column)} was ${column.type} and is ${found.type}`];
      return column.nullable && !found.nullable ? [`${nameOf(column)} can not be NULL any more`] : [];
    });
  const demanded = after
    .filter((column) => tables.has(column.table) && !known.has(nameOf(column)))
    .filter(({ nullable, hasDefault }) => !nullable && !hasDefault)
    .map((column) => `${nameOf(column)} has no default, and the release before does not write it`);
  return [...lost, ...demanded];
}

/** All columns of a database, but for those of the list of migrations. @returns {Promise<Column[]>} */
export async function columnsOf(connection) {
  const [rows] = await connection.query(
    `SELECT table_name AS tableName, column_name AS name, column_type AS type, is_nullable AS nullable,
        column_default AS defaultValue, extra AS extra
      FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name <> 'migrations'`,
  );
  return rows.map(({ tableName, name, type, nullable, defaultValue, extra }) => ({
    table: tableName,
    name,
    type,
    nullable: nullable === 'YES',
    hasDefault: defaultValue !== null || /auto_increment|generated/i.test(extra),
  }));
}

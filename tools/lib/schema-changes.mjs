/** The changes that a migration may make while the previous release runs: it may add, not remove (docs/releases.md). */

/**
 * A column as the database describes it. `hasDefault` is also true of generated columns and counters, which an INSERT may omit.
 * @typedef {{ table: string, name: string, type: string, nullable: boolean, hasDefault: boolean }} Column
 */

const nameOf = ({ table, name }) => `${table}.${name}`;

/** A longer text type of the same kind accepts all values of the shorter one. */
function takes(wide, narrow) {
  if (wide === narrow) return true;
  const [, kind, length] = /^(\w+)\((\d+)\)$/.exec(narrow) ?? [];
  const [, wideKind, wideLength] = /^(\w+)\((\d+)\)$/.exec(wide) ?? [];
  return kind !== undefined && kind === wideKind && Number(wideLength) >= Number(length);
}

/** Returns the changes that break the previous release, a line each. @param contracted unused `table[.column]`s */
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

/** Returns all columns of a database, except those of the list of migrations. @returns {Promise<Column[]>} */
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

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The collation that compares code points, but pads the shorter text with blanks: `a` and `a ` are equal. */
export const PADDED_COLLATION = 'utf8mb4_bin';

export interface Reference {
  name: string;
  table: string;
  column: string;
  /** Table whose `id` it refers to. */
  parent: string;
  /** Whether rows are deleted with their parent; otherwise they prevent its deletion. */
  cascades?: boolean;
}

/** Returns the server's collation without padding, for ids, names, owners (docs/decisions/exact-texts.md). */
export async function exactCollation(runner: Pick<QueryRunner, 'query'>): Promise<string> {
  return (await isMariaDb(runner)) ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
}

/**
 * Returns the migrations that give all VARCHAR columns with {@link PADDED_COLLATION} the exact one: foreign keys are dropped (no
 * server changes a column under one), tables rebuilt, keys restored. Each skips finished work and can be repeated.
 * @param timestamp of the first migration, ms since the epoch; the others have the next two
 */
export function exactTextMigrations(
  timestamp: number,
  references: readonly Reference[] = [],
): (new () => MigrationInterface)[] {
  const rebuild = step(
    `Exact_texts_${timestamp + 1}`,
    async (runner) => changeCollation(runner, PADDED_COLLATION, await exactCollation(runner)),
    async (runner) => changeCollation(runner, await exactCollation(runner), PADDED_COLLATION),
  );
  if (references.length === 0) return [rebuild];
  const drop: Step = (runner) => dropReferences(runner, references);
  const add: Step = (runner) => addReferences(runner, references);
  return [
    step(`Exact_texts_without_references_${timestamp}`, drop, add),
    rebuild,
    step(`Exact_texts_with_references_${timestamp + 2}`, add, drop),
  ];
}

type Step = (runner: QueryRunner) => Promise<void>;

const step = (name: string, up: Step, down: Step): new () => MigrationInterface =>
  class implements MigrationInterface {
    readonly name = name;
    up = up;
    down = down;
  };

interface TextColumn {
  table: string;
  name: string;
  /** `varchar(255)` */
  type: string;
  nullable: 'YES' | 'NO';
  defaultValue: string | null;
}

async function changeCollation(runner: QueryRunner, from: string, to: string): Promise<void> {
  const columns = (await runner.query(
    `SELECT c.table_name AS \`table\`, c.column_name AS name, c.column_type AS type, c.is_nullable AS nullable,
        c.column_default AS defaultValue
      FROM information_schema.columns c
      JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
      WHERE c.table_schema = DATABASE() AND t.table_type = 'BASE TABLE' AND c.data_type = 'varchar'
        AND c.collation_name = ? AND c.table_name <> 'migrations'
      ORDER BY c.table_name, c.ordinal_position`,
    [from],
  )) as TextColumn[];
  const isMaria = await isMariaDb(runner);
  for (const table of new Set(columns.map((column) => column.table))) {
    const changes = columns
      .filter((column) => column.table === table)
      .map(({ name, type, nullable, defaultValue }) => {
        const isNull = nullable === 'YES' ? 'NULL' : 'NOT NULL';
        const value = defaultSql(defaultValue, isMaria);
        return `MODIFY \`${name}\` ${type} CHARACTER SET utf8mb4 COLLATE ${to} ${isNull}${value}`;
      });
    await runner.query(`ALTER TABLE \`${table}\` ${changes.join(', ')}`);
  }
}

/** MariaDB returns a default as SQL, MySQL as a value. */
function defaultSql(value: string | null, isMaria: boolean): string {
  if (value === null || value === 'NULL') return '';
  return ` DEFAULT ${isMaria ? value : `'${value.replaceAll(/['\\]/g, '\\$&')}'`}`;
}

async function dropReferences(runner: QueryRunner, references: readonly Reference[]): Promise<void> {
  const known = await foreignKeys(runner);
  for (const { table, name } of references) {
    if (known.has(name)) await runner.query(`ALTER TABLE ${table} DROP FOREIGN KEY ${name}`);
  }
}

/** Deletes rows whose parent was deleted while the key was missing, if the key cascades. */
async function addReferences(runner: QueryRunner, references: readonly Reference[]): Promise<void> {
  const known = await foreignKeys(runner);
  // Otherwise each key costs a copy of its table.
  await runner.query('SET FOREIGN_KEY_CHECKS = 0');
  try {
    for (const { table, name, column, parent, cascades } of references) {
      if (known.has(name)) continue;
      if (cascades) {
        await runner.query(
          `DELETE FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM ${parent} WHERE ${parent}.id = ${table}.${column})`,
        );
      }
      const rule = cascades ? ' ON DELETE CASCADE' : '';
      await runner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${name} FOREIGN KEY (${column}) REFERENCES ${parent} (id)${rule}`,
      );
    }
  } finally {
    await runner.query('SET FOREIGN_KEY_CHECKS = 1');
  }
}

async function foreignKeys(runner: QueryRunner): Promise<Set<string>> {
  const rows = (await runner.query(
    `SELECT constraint_name AS name FROM information_schema.referential_constraints
      WHERE constraint_schema = DATABASE()`,
  )) as { name: string }[];
  return new Set(rows.map(({ name }) => name));
}

async function isMariaDb(runner: Pick<QueryRunner, 'query'>): Promise<boolean> {
  const [row] = (await runner.query('SELECT VERSION() AS version')) as { version: string }[];
  return /mariadb/i.test(row?.version ?? '');
}

/** SQL, in order. A function gets the collation that a new text column must have (docs/decisions/exact-texts.md). */
type Statements = string | readonly string[] | ((exactCollation: string) => string);

/** Returns a migration of SQL. @param name its effect, and 13 digits (ms since the epoch), by which migrations are ordered */
export function migration(name: string, up: Statements, down: Statements): new () => MigrationInterface {
  const run = async (runner: QueryRunner, statements: Statements): Promise<void> => {
    const all = typeof statements === 'function' ? statements(await exactCollation(runner)) : statements;
    for (const statement of [all].flat()) await runner.query(statement);
  };
  return step(
    name,
    (runner) => run(runner, up),
    (runner) => run(runner, down),
  );
}

/** Returns a migration that creates a table. @param columns and keys: the text between the parentheses */
export const createTable = (name: string, table: string, columns: string): new () => MigrationInterface =>
  migration(
    name,
    `CREATE TABLE ${table} (${columns}) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`,
    `DROP TABLE ${table}`,
  );

/** Type of texts in migrations from before exact texts (docs/decisions/exact-texts.md): to it, `a` and `a ` are equal. */
export const text = (length: number): string =>
  `VARCHAR(${length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`;

/** Type of words from a fixed set of the service. */
export const word = (length: number): string => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`;

/** Type of texts of any length. */
export const LONG_TEXT = 'LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Compares code points too, but pads the shorter text with blanks: `a` and `a ` are equal. */
export const PADDED_COLLATION = 'utf8mb4_bin';

/** One foreign key of a table, on one column. */
export interface Reference {
  name: string;
  table: string;
  column: string;
  /** Table whose `id` it refers to. */
  parent: string;
  /** Rows go with their parent; otherwise they keep it. */
  cascades?: boolean;
}

/**
 * Name of the collation that compares code points and pads nothing, as this server calls it. For texts that name something:
 * ids, names, owners (docs/decisions/exact-texts.md).
 */
export async function exactCollation(runner: Pick<QueryRunner, 'query'>): Promise<string> {
  return (await isMariaDb(runner)) ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
}

/**
 * The migrations that give all VARCHAR columns with {@link PADDED_COLLATION} the exact one, in three steps: foreign keys go,
 * for neither server changes a column under one; each table is rebuilt by one statement; the keys come back. Each step passes
 * over what is done already, so a run that was interrupted goes on.
 *
 * @param timestamp ms since the epoch of the first; they take this one and the next two
 */
export function exactTextMigrations(
  timestamp: number,
  references: readonly Reference[] = [],
): (new () => MigrationInterface)[] {
  const rebuild = class implements MigrationInterface {
    readonly name = `Exact_texts_${timestamp + 1}`;

    async up(runner: QueryRunner): Promise<void> {
      await changeCollation(runner, PADDED_COLLATION, await exactCollation(runner));
    }

    async down(runner: QueryRunner): Promise<void> {
      await changeCollation(runner, await exactCollation(runner), PADDED_COLLATION);
    }
  };
  if (references.length === 0) return [rebuild];
  return [
    class implements MigrationInterface {
      readonly name = `Exact_texts_without_references_${timestamp}`;
      up = (runner: QueryRunner) => dropReferences(runner, references);
      down = (runner: QueryRunner) => addReferences(runner, references);
    },
    rebuild,
    class implements MigrationInterface {
      readonly name = `Exact_texts_with_references_${timestamp + 2}`;
      up = (runner: QueryRunner) => addReferences(runner, references);
      down = (runner: QueryRunner) => dropReferences(runner, references);
    },
  ];
}

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

/** MariaDB tells a default as SQL, MySQL as a value. */
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

/** Rows that lost their parent while there was no key go, where they would have gone with it. */
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

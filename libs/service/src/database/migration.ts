import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The collation that compares code points, but pads the shorter text with blanks: `a` and `a ` are equal. */
export const PADDED_COLLATION = 'utf8mb4_bin';

/** Returns the type of a text that is compared without padding: ids, names, owners (docs/decisions/exact-texts.md). */
export type ExactText = (length: number) => string;

/** The servers have that collation under two names. */
async function exactText(runner: QueryRunner): Promise<ExactText> {
  const [row] = (await runner.query('SELECT VERSION() AS version')) as { version: string }[];
  const isMaria = /mariadb/i.test(row?.version ?? '');
  const collation = isMaria ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
  return (length) => `VARCHAR(${length}) CHARACTER SET utf8mb4 COLLATE ${collation}`;
}

/** SQL, in order. */
type Statements = string | readonly string[] | ((text: ExactText) => string);

/** Returns a migration of SQL. @param name its effect, and 13 digits (ms since the epoch), by which migrations are ordered */
export function migration(name: string, up: Statements, down: Statements): new () => MigrationInterface {
  const run = async (runner: QueryRunner, statements: Statements): Promise<void> => {
    const all = typeof statements === 'function' ? statements(await exactText(runner)) : statements;
    for (const statement of [all].flat()) await runner.query(statement);
  };
  return class implements MigrationInterface {
    readonly name = name;
    up(runner: QueryRunner): Promise<void> {
      return run(runner, up);
    }
    down(runner: QueryRunner): Promise<void> {
      return run(runner, down);
    }
  };
}

/** Returns a migration that creates a table. @param columns and keys: the text between the parentheses */
export const createTable = (
  name: string,
  table: string,
  columns: (text: ExactText) => string,
): new () => MigrationInterface =>
  migration(
    name,
    (text) =>
      `CREATE TABLE ${table} (${columns(text)}) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`,
    `DROP TABLE ${table}`,
  );

/**
 * Returns migrations that change nothing: the tables are created as those migrations of earlier releases left them
 * (docs/releases.md). The previous release waits for their names. A database of an older release is refused.
 * @param newest condition on `information_schema.columns` that holds when the last of them has been carried out
 */
export function folded(newest: string, names: readonly string[]): (new () => MigrationInterface)[] {
  const find = `SELECT 1 FROM information_schema.columns WHERE table_schema = DATABASE() AND ${newest} LIMIT 1`;
  return names.map(
    (name) =>
      class implements MigrationInterface {
        readonly name = name;
        async up(runner: QueryRunner): Promise<void> {
          const found = (await runner.query(find)) as unknown[];
          if (found.length === 0)
            throw new Error(
              'the database is of a release before the previous one: migrate it with the previous release first (docs/releases.md)',
            );
        }
        down = (): Promise<void> => Promise.resolve();
      },
  );
}

/** Returns the type of texts to which `a` and `a ` are equal: only where code compares them again (docs/decisions/exact-texts.md). */
export const paddedText = (length: number): string =>
  `VARCHAR(${length}) CHARACTER SET utf8mb4 COLLATE ${PADDED_COLLATION}`;

/** Returns the type of words from a fixed set of the service. */
export const word = (length: number): string => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`;

/** Type of texts of any length. */
export const LONG_TEXT = 'LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

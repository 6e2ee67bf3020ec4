import { exactCollation } from '@portolan/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stands for the exact collation in a statement, until it is known which server carries it out. */
const EXACT = '<exact>';

const run = async (runner: QueryRunner, ddl: string): Promise<unknown> =>
  runner.query(ddl.includes(EXACT) ? ddl.replaceAll(EXACT, await exactCollation(runner)) : ddl);

/**
 * A migration that creates one table.
 *
 * @param timestamp ms since the epoch; migrations run in its order
 */
export function createTable(timestamp: number, table: string, ddl: string): new () => MigrationInterface {
  return class implements MigrationInterface {
    readonly name = `Create_${table}_${timestamp}`;

    async up(runner: QueryRunner): Promise<void> {
      await run(runner, ddl);
    }

    async down(runner: QueryRunner): Promise<void> {
      await runner.query(`DROP TABLE ${table}`);
    }
  };
}

/** A migration that changes a table; `name` says what. */
export function alterTable(
  timestamp: number,
  name: string,
  up: string,
  down: string,
): new () => MigrationInterface {
  return class implements MigrationInterface {
    readonly name = `Alter_${name}_${timestamp}`;

    async up(runner: QueryRunner): Promise<void> {
      await run(runner, up);
    }

    async down(runner: QueryRunner): Promise<void> {
      await run(runner, down);
    }
  };
}

/** End of every table: InnoDB, four-byte Unicode, compared byte by byte. */
export const TABLE_OPTIONS = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';

/** Text that is compared exactly (docs/decisions/exact-texts.md). */
export const exactText = (length: number): string =>
  `VARCHAR(${length}) CHARACTER SET utf8mb4 COLLATE ${EXACT}`;

/** Text of migrations from before {@link exactText}: to it, `a` and `a ` are equal. */
export const text = (length: number): string =>
  `VARCHAR(${length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`;

/** A word of ours. */
export const word = (length: number): string => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`;

export const LONG_TEXT = 'LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

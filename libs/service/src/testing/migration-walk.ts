import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { dataSourceOptions } from '../database/data-source-options';
import { migrate } from '../database/migrate';
import { createTestDatabase } from './test-database';

type Row = Record<string, unknown>;
type Migrations = readonly (new () => MigrationInterface)[];

/** Facts about a service's tables. */
export interface WalkOptions {
  /** Tables whose rows only migrations create. */
  unfilled?: readonly string[];
  /** `table.column` that a migration fills from other columns: going down, its value stays until the column goes. */
  derived?: readonly string[];
}

/** All tables at one step: their definitions and rows. */
interface Snapshot {
  schema: Record<string, string[]>;
  rows: Record<string, Row[]>;
}

/**
 * Walks migrations up one by one, with two rows in each table from its creation on, then down to an empty database, and up again.
 *
 * @returns the faults, a line each; none when every step up kept the existing rows, every step down restored back the tables and
 *   rows of the step before, nothing was left at the end, and the second way up led to the same tables
 */
export async function walkMigrations(migrations: Migrations, options: WalkOptions = {}): Promise<string[]> {
  const database = await createTestDatabase([]);
  const source = await new DataSource(dataSourceOptions({ url: database.url, poolSize: 1 })).initialize();
  const runner = source.createQueryRunner();
  try {
    await runner.query('DROP TABLE IF EXISTS migrations');
    const walk = new Walk(runner, options);
    const steps = migrations.map((Migration) => new Migration());
    const before = [await walk.snapshot()];
    for (const step of steps) before.push(await walk.up(step, before.at(-1)));
    for (const [index, step] of [...steps.entries()].reverse()) await walk.down(step, before[index]);
    await migrate(database.url, migrations);
    await runner.query('DROP TABLE migrations');
    walk.compare('up again', { ...(await walk.snapshot()), rows: {} }, { ...before.at(-1), rows: {} });
    return walk.problems;
  } finally {
    await runner.release();
    await source.destroy();
    await database.drop();
  }
}

class Walk {
  readonly problems: string[] = [];

  constructor(
    private readonly runner: QueryRunner,
    private readonly options: WalkOptions,
  ) {}

  async up(step: MigrationInterface, before: Snapshot | undefined): Promise<Snapshot> {
    await step.up(this.runner);
    const now = await this.snapshot();
    const kept = Object.entries(before?.rows ?? {}).filter(([, rows]) => rows.length > 0);
    this.compare(`${step.name} up`, now, { rows: Object.fromEntries(kept) });
    for (const [table, rows] of Object.entries(now.rows)) {
      if (rows.length > 0 || this.options.unfilled?.includes(table)) continue;
      await this.fill(table);
      now.rows[table] = await this.rowsOf(table);
    }
    return now;
  }

  async down(step: MigrationInterface, before: Snapshot | undefined): Promise<void> {
    await step.down(this.runner);
    const now = await this.snapshot();
    const left = Object.keys(now.schema).filter((table) => !before?.schema[table]);
    if (left.length > 0) this.problems.push(`${step.name} down: left ${left.join(', ')}`);
    this.compare(`${step.name} down`, now, before);
  }

  async snapshot(): Promise<Snapshot> {
    const found: Snapshot = { schema: {}, rows: {} };
    for (const table of await this.tables()) {
      found.schema[table] = await this.schemaOf(table);
      found.rows[table] = await this.rowsOf(table);
    }
    return found;
  }

  /** Requires all of `wanted` in `now`; further columns are ignored. */
  compare(what: string, now: Snapshot, wanted: Partial<Snapshot> = {}): void {
    for (const [table, lines] of Object.entries(wanted.schema ?? {})) {
      const [found, expected] = [now.schema[table]?.join('\n'), lines.join('\n')];
      if (found !== expected) this.problems.push(`${what}: ${table} is\n${found}\nnot\n${expected}`);
    }
    for (const [table, rows] of Object.entries(wanted.rows ?? {})) {
      const columns = Object.keys(rows[0] ?? {}).filter((name) => !this.isDerived(`${table}.${name}`));
      const [found, expected] = [picked(now.rows[table] ?? [], columns), picked(rows, columns)];
      if (found !== expected) this.problems.push(`${what}: ${table} has ${found}, not ${expected}`);
    }
  }

  private isDerived(column: string): boolean {
    return this.options.derived?.includes(column) ?? false;
  }

  private async tables(): Promise<string[]> {
    const rows = (await this.runner.query(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY create_time, 1',
    )) as { name: string }[];
    return rows.map(({ name }) => name);
  }

  /** Returns the sorted lines of a table's definition: an index that was restored is listed last. */
  private async schemaOf(table: string): Promise<string[]> {
    const [row] = (await this.runner.query(`SHOW CREATE TABLE \`${table}\``)) as Record<string, string>[];
    const text = (row?.['Create Table'] ?? '').replace(/ AUTO_INCREMENT=\d+/, '');
    return text
      .split('\n')
      .map((line) => line.trim().replace(/,$/, ''))
      .sort();
  }

  private async rowsOf(table: string): Promise<Row[]> {
    const rows = (await this.runner.query(`SELECT * FROM \`${table}\``)) as Row[];
    return rows.map((row) => ({ ...row })).sort((left, right) => (text(left) < text(right) ? -1 : 1));
  }

  /** Inserts two rows with the same values in every table, so that references are valid. */
  private async fill(table: string): Promise<void> {
    const columns = (await this.runner.query(
      `SELECT column_name AS name, data_type AS type, extra AS extra FROM information_schema.columns
        WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ordinal_position`,
      [table],
    )) as { name: string; type: string; extra: string }[];
    const own = columns.filter(({ extra }) => !/GENERATED/i.test(extra));
    for (const number of [7, 8]) {
      const values = own.map(({ type }) => valueOf(type.toLowerCase(), number));
      await this.runner.query(
        `INSERT INTO \`${table}\` (${own.map(({ name }) => `\`${name}\``).join(', ')})
          VALUES (${own.map(() => '?').join(', ')})`,
        values,
      );
    }
  }
}

const text = (value: unknown): string => JSON.stringify(value);

const picked = (rows: readonly Row[], columns: readonly string[]): string =>
  text(rows.map((row) => columns.map((name) => [name, row[name]])));

/** Returns a value that fits the narrowest column of its type. */
function valueOf(type: string, number: number): unknown {
  if (/int|decimal|double|float/.test(type)) return number;
  if (/date|time/.test(type)) return new Date(1_700_000_000_000 + number * 1000);
  if (/text|json/.test(type)) return `{"é😀":${number}}`;
  return /binary|blob/.test(type) ? Buffer.from([number]) : String(number);
}

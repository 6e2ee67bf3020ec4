import type { DuckDBConnection } from '@duckdb/node-api';
import { CliError, ExitCode } from '../failure/cli-error.ts';

const PACKAGE = '@duckdb/node-api';

/** Rows of a result, with the names of its columns in their order. */
export interface SqlResult {
  columns: string[];
  rows: Record<string, unknown>[];
}

/** Quotes a path or name as an SQL literal. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** A name of SQL, in quotes. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A DuckDB in memory. It is an optional dependency: only `history sql` needs its 70 MB. */
export class SqlEngine {
  private constructor(private readonly connection: DuckDBConnection) {}

  /** @throws CliError when DuckDB is not installed */
  static async open(): Promise<SqlEngine> {
    const { DuckDBInstance } = await import('@duckdb/node-api').catch((error: unknown) => {
      throw new CliError(
        `history sql needs the package ${PACKAGE}`,
        ExitCode.OfCommand,
        `install it beside this command: npm install --global ${PACKAGE}`,
        { cause: error },
      );
    });
    // Extensions would be loaded from the Internet.
    const instance = await DuckDBInstance.create(':memory:', { autoinstall_known_extensions: 'false' });
    return new SqlEngine(await instance.connect());
  }

  /** @throws CliError for a file that cannot be read or written */
  async execute(sql: string): Promise<void> {
    try {
      await this.connection.run(sql);
    } catch (error) {
      const reason = /^IO Error: (.*)/.exec((error as Error).message)?.[1];
      throw reason === undefined ? error : new CliError(reason, ExitCode.OfCommand);
    }
  }

  /** @throws CliError (usage) for a statement that DuckDB refuses */
  async query(sql: string): Promise<SqlResult> {
    try {
      const reader = await this.connection.runAndReadAll(sql);
      const rows = reader.getRowObjectsJS() as Record<string, unknown>[];
      return { columns: reader.deduplicatedColumnNames(), rows: rows.map((row) => plain(row)) };
    } catch (error) {
      const [reason = '', ...where] = (error as Error).message.trim().split('\n');
      throw new CliError(reason, ExitCode.Usage, where.join('\n').trim() || undefined, { cause: error });
    }
  }
}

const plain = (row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, jsonValue(value)]));

/** Converts a value of DuckDB to JSON; integers beyond those of JSON become texts. */
function jsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(jsonValue);
  if (typeof value !== 'object' || value === null) return value;
  return plain(value);
}

import type { Duplex } from 'node:stream';
import {
  createConnection,
  createPool,
  type Connection,
  type Pool,
  type PoolConnection,
  type PoolOptions,
  type QueryError,
} from 'mysql2';
import type { DataSource } from 'typeorm';
import { StartTimes } from './start-times';

/** Prepared statements per connection: the server's limit is 16,382 for all; the driver's default allocates half a MB for each. */
const PREPARED_STATEMENTS = 64;
/** Idle connections are closed after this time, and looked for at this interval, ms. */
const IDLE_LIMIT_MS = 60_000;
const IDLE_CHECK_MS = 5000;
/** The server ends a session that was idle for this time, with its locks. Those of a running process are closed before ({@link IDLE_LIMIT_MS}). */
export const SESSION_LIMIT_S = 120;
const SESSION = [
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  `SET SESSION wait_timeout = ${SESSION_LIMIT_S}`,
];
/** Time that a connection is in use or awaited before the server is pinged, ms. */
const PING_AFTER_MS = 500;
/** Pause between two checks, ms. */
const CHECK_MS = 100;
/**
 * After this many checks an unanswered ping means silence; a request fails within 2 s. Checks instead of time, because this
 * process may have been frozen itself and must read its sockets first.
 */
const SILENT_CHECKS = 10;

interface Ping {
  checks: number;
  /** The ping uses a connection that was opened for it. */
  fresh: boolean;
}

type Taker = Parameters<Pool['getConnection']>[0];

/** The database server does not answer. The error filter reads `code` as an outage. */
class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the database does not answer');
  }
}

/**
 * TypeORM's pool, around one of mysql2. Connections are READ COMMITTED from the first statement on: TypeORM's `isolationLevel` costs
 * a statement per transaction and does not cover others. Sessions are never reset, so setting it once is enough. Idle ones are closed.
 *
 * With {@link watch} it detects a frozen server, or a network that drops everything: statements do not fail then. A connection in
 * use or awaited for long has the server pinged; while that is silent, all connections are destroyed and none is given out.
 */
export class GuardedPool {
  readonly pool: Pool;
  private readonly connections = new Set<PoolConnection>();
  private readonly inUse = new StartTimes<PoolConnection>();
  private readonly awaiting = new StartTimes<Taker>();
  private onChange: ((silent: boolean) => void) | undefined;
  private checking: NodeJS.Timeout | undefined;
  private closing: NodeJS.Timeout | undefined;
  private probe: Connection | undefined;
  private ping: Ping | undefined;
  private answeredAt = 0;
  private silent = false;

  constructor(private readonly options: PoolOptions) {
    const own = { resetOnRelease: false, gracefulEnd: true, maxPreparedStatements: PREPARED_STATEMENTS };
    this.pool = createPool({ ...options, ...own });
    this.pool.on('connection', (connection) => this.onConnection(connection));
    // Not emitted when a connection goes straight to the next taker.
    this.pool.on('release', (connection) => this.inUse.delete(connection));
  }

  /** Starts to watch for silence of the server. @param onChange called when the server falls silent and when it responds again */
  watch(onChange: (silent: boolean) => void): void {
    this.onChange = onChange;
  }

  get usage(): { used: number; free: number; awaited: number } {
    const { size: used } = this.inUse;
    return { used, free: Math.max(this.connections.size - used, 0), awaited: this.awaiting.size };
  }

  getConnection(taker: Taker): void {
    if (this.silent) return process.nextTick(taker, new DatabaseSilent(), undefined);
    this.awaiting.add(taker);
    if (this.onChange) this.checking ??= setInterval(() => this.check(), CHECK_MS).unref();
    this.pool.getConnection((error, connection) => {
      // The caller has received DatabaseSilent meanwhile.
      if (!this.awaiting.delete(taker)) return error ? undefined : connection.release();
      if (!error) {
        this.inUse.delete(connection);
        this.inUse.add(connection);
      }
      taker(error, connection);
    });
  }

  end(done: (error: NodeJS.ErrnoException | null) => void): void {
    this.onChange = undefined;
    this.stopChecking();
    clearInterval(this.closing);
    this.pool.end(done);
  }

  private onConnection(connection: PoolConnection): void {
    this.connections.add(connection);
    // The driver's own timer for this keeps the process alive when the first connection fails.
    this.closing ??= setInterval(() => this.closeIdle(), IDLE_CHECK_MS).unref();
    // Emitted before the taker gets the connection, whose statements run in their order.
    for (const sql of SESSION) {
      connection.query(sql, (error) => {
        // No statement may run at another level: the statements of this connection fail with this error.
        if (error) streamOf(connection).destroy(error);
      });
    }
    // After either event the connection is no longer in the pool.
    for (const event of ['end', 'error'] as const) connection.once(event, () => this.forget(connection));
  }

  private closeIdle(): void {
    const before = Date.now() - IDLE_LIMIT_MS;
    for (const connection of [...this.connections]) {
      if (this.inUse.has(connection) || lastUseOf(connection) >= before) continue;
      // Its end may never be answered, and a second one would be an error.
      this.forget(connection);
      connection.end();
    }
  }

  private forget(connection: PoolConnection): void {
    this.connections.delete(connection);
    this.inUse.delete(connection);
  }

  private check(): void {
    if (this.ping) {
      this.ping.checks += 1;
      if (this.ping.checks > SILENT_CHECKS) this.onSilence();
      return;
    }
    const since = Math.min(this.inUse.earliest ?? Infinity, this.awaiting.earliest ?? Infinity);
    if (since === Infinity && !this.silent) this.stopChecking();
    else if (this.silent || performance.now() - Math.max(since, this.answeredAt) > PING_AFTER_MS)
      this.sendPing();
  }

  private stopChecking(): void {
    clearInterval(this.checking);
    this.checking = undefined;
    this.dropProbe();
  }

  private sendPing(): void {
    const ping = { checks: 0, fresh: this.probe === undefined };
    this.ping = ping;
    this.probe ??= this.connectProbe();
    this.probe.ping((error) => {
      if (this.ping === ping) this.onPong(ping, error);
    });
  }

  private onPong(ping: Ping, error: QueryError | null): void {
    this.ping = undefined;
    if (error) this.dropProbe();
    // An error sent by the server is a response, too.
    const answered = !error || error.sqlState !== undefined || (error.errno ?? 0) > 0;
    // An older connection may be lost while the server is healthy.
    if (!answered) return ping.fresh ? this.giveUp() : this.sendPing();
    this.answeredAt = performance.now();
    if (!this.silent) return;
    this.silent = false;
    this.onChange?.(false);
  }

  /** The next ping uses another connection: this one may never get a response. */
  private onSilence(): void {
    this.ping = undefined;
    this.dropProbe();
    this.giveUp();
  }

  private giveUp(): void {
    if (this.silent) return;
    this.silent = true;
    this.onChange?.(true);
    for (const taker of this.awaiting.clear()) taker(new DatabaseSilent(), undefined as never);
    for (const connection of [...this.connections]) {
      this.forget(connection);
      streamOf(connection).destroy(new DatabaseSilent());
    }
  }

  private connectProbe(): Connection {
    const { host, port, user, password, ssl } = this.options;
    const probe = createConnection({ host, port, user, password, ...(ssl && { ssl }) });
    probe.on('error', () => {
      if (this.probe === probe) this.dropProbe();
    });
    return probe;
  }

  private dropProbe(): void {
    this.probe?.destroy();
    this.probe = undefined;
  }
}

/** Returns the pool of a data source that was made with `dataSourceOptions`; undefined when it is not connected. */
export const poolOf = (source: DataSource): GuardedPool | undefined =>
  (source.driver as unknown as { pool?: GuardedPool }).pool;

/** Returns the socket of a connection: destroying it with an error fails the running statements, which `destroy` does not. */
const streamOf = (connection: PoolConnection): Duplex => (connection as unknown as { stream: Duplex }).stream;

/** Returns when a connection was given back last, ms since the epoch. */
const lastUseOf = (connection: PoolConnection): number =>
  (connection as unknown as { lastActiveTime: number }).lastActiveTime;

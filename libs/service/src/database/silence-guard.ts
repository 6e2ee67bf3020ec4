import type { Duplex } from 'node:stream';
import { createConnection, type Connection, type Pool, type PoolConnection, type QueryError } from 'mysql2';
import type { DataSource } from 'typeorm';
import { SinceWhen } from './since-when';

/** How long somebody may hold a connection, or wait for one, before the server is asked whether it is there, ms. */
const PATIENCE_MS = 500;
/** Pause between two looks, ms. */
const LOOK_MS = 100;
/**
 * The server is silent when it has not said so for this many looks. With {@link PATIENCE_MS} that leaves a request its two
 * seconds. Looks, not time: this process may have been frozen itself, and has to turn to its sockets before it judges.
 */
const SILENT_LOOKS = 10;

/** What the server was asked, and how many looks ago. */
interface Question {
  looks: number;
  /** On a connection that was made for it. */
  fresh: boolean;
}

type GetConnection = Pool['getConnection'];
type Taker = Parameters<GetConnection>[0];

/** The database server does not answer. `code` is what the error filter reads as an outage. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the database does not answer');
  }
}

/**
 * Ends the wait for a database server that is frozen, or behind a network that drops everything: such a server fails no
 * query, it just does not answer. Who has waited for long makes the guard ask the server on a connection of its own; when
 * it says nothing, all connections are given up, and none are given out until it answers again. Long queries of a server
 * that answers go on.
 */
export class SilenceGuard {
  private readonly pool: Pool;
  private readonly connections = new Set<PoolConnection>();
  /** Since when connections are held. */
  private readonly held = new SinceWhen<PoolConnection>();
  /** Since when somebody waits for one. */
  private readonly waiting = new SinceWhen<Taker>();
  private looking: NodeJS.Timeout | undefined;
  private probe: Connection | undefined;
  private asked: Question | undefined;
  private answeredAt = 0;
  private silent = false;

  /** @param onChange told when the server falls silent and when it answers again */
  constructor(
    private readonly source: DataSource,
    private readonly onChange: (silent: boolean) => void,
  ) {
    this.pool = (source.driver as unknown as { pool: Pool }).pool;
    const give = this.pool.getConnection.bind(this.pool);
    const takeBack = this.pool.releaseConnection.bind(this.pool);
    this.pool.getConnection = ((taker: Taker) => this.take(give, taker)) as GetConnection;
    this.pool.releaseConnection = (connection) => {
      this.held.end(connection as PoolConnection);
      takeBack(connection);
    };
  }

  /** Watches no more. */
  stop(): void {
    clearInterval(this.looking);
    this.looking = undefined;
    this.dropProbe();
  }

  private take(give: GetConnection, taker: Taker): void {
    if (this.silent) {
      process.nextTick(taker, new DatabaseSilent(), undefined);
      return;
    }
    this.waiting.begin(taker);
    this.look();
    give((error, connection) => {
      // Given up meanwhile: nobody is there to take it.
      if (!this.waiting.end(taker)) {
        if (!error) connection.release();
        return;
      }
      if (!error) {
        this.know(connection);
        this.held.begin(connection);
      }
      taker(error, connection);
    });
  }

  private know(connection: PoolConnection): void {
    if (this.connections.has(connection)) return;
    this.connections.add(connection);
    // Whichever comes: it is gone from the pool then.
    for (const event of ['end', 'error'] as const) connection.once(event, () => this.forget(connection));
  }

  private forget(connection: PoolConnection): void {
    this.connections.delete(connection);
    this.held.end(connection);
  }

  private look(): void {
    this.looking ??= setInterval(() => this.onLook(), LOOK_MS).unref();
  }

  private onLook(): void {
    if (this.asked) {
      this.asked.looks += 1;
      if (this.asked.looks > SILENT_LOOKS) this.onSilence();
      return;
    }
    const holding = this.held.longest;
    const waiting = this.waiting.longest;
    if (holding === undefined && waiting === undefined && !this.silent) {
      this.stop();
      return;
    }
    const since = Math.max(Math.min(holding ?? Infinity, waiting ?? Infinity), this.answeredAt);
    if (this.silent || performance.now() - since > PATIENCE_MS) this.ask();
  }

  private ask(): void {
    const asked = { looks: 0, fresh: this.probe === undefined };
    this.asked = asked;
    this.probe ??= this.connect();
    this.probe.ping((error) => {
      if (this.asked === asked) this.onAnswer(asked, error);
    });
  }

  private onAnswer(asked: Question, error: QueryError | null): void {
    this.asked = undefined;
    if (error) this.dropProbe();
    // What the server itself refuses with is an answer, too.
    const answered = !error || error.sqlState !== undefined || (error.errno ?? 0) > 0;
    if (!answered) {
      // A connection from before may be gone while the server is well.
      if (!asked.fresh) this.ask();
      else if (!this.silent) this.giveUp();
      return;
    }
    this.answeredAt = performance.now();
    if (!this.silent) return;
    this.silent = false;
    this.onChange(false);
  }

  /** The next question is asked on another connection: this one may never have an answer. */
  private onSilence(): void {
    this.asked = undefined;
    this.dropProbe();
    if (!this.silent) this.giveUp();
  }

  private giveUp(): void {
    this.silent = true;
    this.onChange(true);
    for (const taker of this.waiting.endAll()) taker(new DatabaseSilent(), undefined as never);
    for (const connection of [...this.connections]) {
      this.forget(connection);
      (connection as unknown as { stream: Duplex }).stream.destroy(new DatabaseSilent());
    }
  }

  private connect(): Connection {
    const { options } = this.source as unknown as { options: ProbeOptions };
    const probe = createConnection({
      host: options.host,
      port: options.port,
      user: options.username,
      password: options.password,
      ...(options.ssl && { ssl: options.ssl }),
    });
    probe.on('error', () => {
      if (this.probe === probe) this.dropProbe();
    });
    return probe;
  }

  /** The next question is asked on a new connection. */
  private dropProbe(): void {
    this.probe?.destroy();
    this.probe = undefined;
  }
}

interface ProbeOptions {
  host: string;
  port: number;
  username: string;
  password: string;
  ssl?: { rejectUnauthorized: boolean };
}

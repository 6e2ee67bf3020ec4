import { DatabaseUrlSetting, NumberSetting, TextSetting } from './settings';

/** How a process reaches its database: all that the programs of migrations read, and a part of what services do. */
export class DatabaseConfig {
  /** The service's own database: `mysql://user:password@host:port/name`; with `?ssl=true` over TLS. */
  @DatabaseUrlSetting() DATABASE_URL!: string;

  /** Password of the database, instead of the one in `DATABASE_URL`. */
  @TextSetting({ optional: true }) DATABASE_PASSWORD?: string;

  /** File with the authority (PEM) that signed the database server's certificate. Unset: those that Node.js trusts. */
  @TextSetting({ optional: true }) DATABASE_CA_FILE?: string;

  /** File with the certificate (PEM) that the database server asks of its clients. Unset: none. */
  @TextSetting({ optional: true }) DATABASE_CERT_FILE?: string;

  /** File with the key (PEM) of `DATABASE_CERT_FILE`. */
  @TextSetting({ optional: true }) DATABASE_KEY_FILE?: string;

  /** Connections to the database at the most. */
  @NumberSetting({ min: 1, max: 500 }) DATABASE_POOL_SIZE = 10;
}

import { DatabaseUrlSetting, NumberSetting, TextSetting } from './settings';

/** Address and credentials of a database. Certificates and keys are PEM. */
export interface DatabaseTarget {
  /** `mysql://user:password@host:port/name`; `?ssl=true` (or `sslmode=required`) requires TLS and verifies the server. */
  url: string;
  /** Overrides the password in the address. */
  password?: string | undefined;
  /** Authority of the server's certificate. @default those that Node.js trusts */
  ca?: string | undefined;
  /** Certificate and key of this client, where the server requires one. */
  cert?: string | undefined;
  key?: string | undefined;
}

/** Connection to the database: all settings of the migration programs, and part of those of services. */
export class DatabaseConfig {
  /** The service's own database: `mysql://user:password@host:port/name`; with `?ssl=true` over TLS. */
  @DatabaseUrlSetting() DATABASE_URL!: string;
  /** Password of the database; overrides that in `DATABASE_URL`. */
  @TextSetting({ optional: true }) DATABASE_PASSWORD?: string;
  /** File with the authority (PEM) of the database server's certificate. Unset: those that Node.js trusts. */
  @TextSetting({ optional: true }) DATABASE_CA_FILE?: string;
  /** File with the client certificate (PEM) that the database server requires. Unset: none. */
  @TextSetting({ optional: true }) DATABASE_CERT_FILE?: string;
  /** File with the key (PEM) of `DATABASE_CERT_FILE`. */
  @TextSetting({ optional: true }) DATABASE_KEY_FILE?: string;
  /** Limit of connections to the database. */
  @NumberSetting({ min: 1, max: 500 }) DATABASE_POOL_SIZE = 10;
}

import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { usageError } from '../failure/cli-error.ts';

/** A context: one installation and how to log in there. What is absent has its default. */
export interface Context {
  jobs?: string;
  history?: string;
  streams?: string;
  user?: string;
  caFile?: string;
  certFile?: string;
  keyFile?: string;
  issuer?: string;
  clientId?: string;
}

/** `config.yaml`. */
export interface ConfigFile {
  current?: string;
  contexts: Record<string, Context>;
}

/** The tokens of a login, per context; in `credentials.json`, which only its owner may read. */
export interface Credential {
  token: string;
  refreshToken?: string;
  /** Ms since the epoch. */
  expiresAt?: number;
  issuer?: string;
  clientId?: string;
}

const SECRET_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** An empty variable counts as none. */
export const given = (value: string | undefined): string | undefined => (value === '' ? undefined : value);

/** The files of the user's configuration. */
export class ConfigFiles {
  readonly folder: string;

  constructor(env: NodeJS.ProcessEnv) {
    const home = env.HOME ?? '/';
    const base = given(env.XDG_CONFIG_HOME) ?? join(home, '.config');
    this.folder = join(base, 'portolan');
  }

  get configPath(): string {
    return join(this.folder, 'config.yaml');
  }

  get credentialsPath(): string {
    return join(this.folder, 'credentials.json');
  }

  /** @throws CliError when the file is no valid configuration */
  async read(): Promise<ConfigFile> {
    if (!existsSync(this.configPath)) return { contexts: {} };
    const { parse } = await import('yaml');
    let content: unknown;
    try {
      content = parse(readFileSync(this.configPath, 'utf8')) ?? {};
    } catch (error) {
      throw usageError(`${this.configPath} is not YAML: ${(error as Error).message.split('\n')[0]}`);
    }
    const { current, contexts = {} } = content as Partial<ConfigFile>;
    if (typeof content !== 'object' || typeof contexts !== 'object')
      throw usageError(`${this.configPath} must have the fields current and contexts`);
    return { contexts, ...(current !== undefined && { current }) };
  }

  async write(config: ConfigFile): Promise<void> {
    const { stringify } = await import('yaml');
    this.replace(this.configPath, stringify(config));
  }

  readCredential(context: string): Credential | undefined {
    return this.credentials()[context];
  }

  /** @param credential undefined: forgets that of the context */
  writeCredential(context: string, credential: Credential | undefined): void {
    const { [context]: _old, ...others } = this.credentials();
    const all = credential ? { ...others, [context]: credential } : others;
    this.replace(this.credentialsPath, `${JSON.stringify(all, null, 2)}\n`);
  }

  private credentials(): Record<string, Credential> {
    if (!existsSync(this.credentialsPath)) return {};
    try {
      return JSON.parse(readFileSync(this.credentialsPath, 'utf8')) as Record<string, Credential>;
    } catch {
      throw usageError(`${this.credentialsPath} is not JSON`, 'remove the file and log in again');
    }
  }

  /** Replaces a file as a whole: a reader never sees half of one. */
  private replace(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
    const fresh = `${path}.${process.pid}`;
    writeFileSync(fresh, text, { mode: SECRET_MODE });
    chmodSync(fresh, SECRET_MODE);
    renameSync(fresh, path);
  }
}

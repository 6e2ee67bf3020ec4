import { existsSync, readFileSync } from 'node:fs';
import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { usageError } from '../failure/cli-error.ts';
import { unreadable } from '../input/document.ts';
import { locally, makeFolder } from '../local/local-files.ts';

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

/** Returns the home of the user, also without `HOME`, as cron and containers start programs. */
export function homeOf(env: NodeJS.ProcessEnv): string {
  try {
    return given(env.HOME) ?? userInfo().homedir;
  } catch {
    return '/';
  }
}

/** The files of the user's configuration. */
export class ConfigFiles {
  readonly folder: string;

  constructor(env: NodeJS.ProcessEnv) {
    const base = given(env.XDG_CONFIG_HOME) ?? join(homeOf(env), '.config');
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
    const text = readText(this.configPath);
    if (text === undefined) return { contexts: {} };
    const { parse } = await import('yaml');
    let content: unknown;
    try {
      content = parse(text) ?? {};
    } catch (error) {
      throw usageError(`${this.configPath} is not YAML: ${(error as Error).message.split('\n')[0]}`);
    }
    if (!isConfig(content))
      throw usageError(
        `${this.configPath} must have contexts, each with settings by name, and in current the name of one`,
      );
    const { current, contexts } = content;
    return { contexts: contexts ?? {}, ...(current != null && { current }) };
  }

  async write(config: ConfigFile): Promise<void> {
    const { stringify } = await import('yaml');
    await this.replace(this.configPath, stringify(config));
  }

  readCredential(context: string): Credential | undefined {
    return this.credentials()[context];
  }

  /** @param credential undefined: forgets that of the context */
  async writeCredential(context: string, credential: Credential | undefined): Promise<void> {
    const { [context]: _old, ...others } = this.credentials();
    const all = credential ? { ...others, [context]: credential } : others;
    await this.replace(this.credentialsPath, `${JSON.stringify(all, null, 2)}\n`);
  }

  private credentials(): Record<string, Credential> {
    const text = readText(this.credentialsPath);
    if (text === undefined) return {};
    try {
      const content = JSON.parse(text) as unknown;
      if (isRecord(content)) return content as Record<string, Credential>;
    } catch {
      // Refused below.
    }
    throw usageError(`${this.credentialsPath} has no JSON object`, 'remove the file and log in again');
  }

  /** Replaces a file as a whole: a reader never sees half of one. */
  private async replace(path: string, text: string): Promise<void> {
    await makeFolder(dirname(path), FOLDER_MODE);
    const fresh = `${path}.${process.pid}`;
    try {
      await locally(path, writeFile(fresh, text, { mode: SECRET_MODE }));
      await locally(path, chmod(fresh, SECRET_MODE));
      await locally(path, rename(fresh, path));
    } finally {
      await rm(fresh, { force: true });
    }
  }
}

/** @returns undefined when there is no file @throws CliError for one that cannot be read */
function readText(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isConfig = (value: unknown): value is Partial<ConfigFile> =>
  isRecord(value) &&
  (value.current == null || typeof value.current === 'string') &&
  (value.contexts == null || (isRecord(value.contexts) && Object.values(value.contexts).every(isRecord)));

import { readFileSync } from 'node:fs';
import { ConfigFiles, type ConfigFile } from '../config/config-file.ts';
import { resolveSettings, type GlobalOptions, type Settings } from '../config/settings.ts';
import { Transport, type Credentials } from '../connection/transport.ts';
import { usageError } from '../failure/cli-error.ts';
import { requestFailure } from '../failure/request-failure.ts';
import { Printer } from '../output/printer.ts';
import { Terminal, type Streams } from '../output/terminal.ts';
import type { Interrupts } from './interrupts.ts';

/** The process as the command sees it. */
export interface Io extends Streams {
  env: NodeJS.ProcessEnv;
  /** Folder that relative paths begin at. */
  cwd: string;
  interrupts: Interrupts;
}

/** One call of the command: its settings, its terminal and its connections to services. */
export class Session {
  readonly terminal: Terminal;
  readonly printer: Printer;
  readonly transport: Transport;

  private constructor(
    readonly io: Io,
    readonly files: ConfigFiles,
    readonly config: ConfigFile,
    readonly settings: Settings,
    /** The options as given, without variables and defaults. */
    readonly options: GlobalOptions,
  ) {
    this.terminal = new Terminal(io);
    this.printer = new Printer(this.terminal, settings.output, settings.color);
    this.transport = new Transport(credentials(settings, files));
  }

  /** @throws CliError for wrong settings */
  static async open(io: Io, options: GlobalOptions): Promise<Session> {
    const files = new ConfigFiles(io.env);
    const config = await files.read();
    const tokenOf = (context: string): string | undefined => files.readCredential(context)?.token;
    return new Session(io, files, config, resolveSettings(options, io.env, config, tokenOf), options);
  }

  /** Options for the typed client of a service. */
  address(service: 'jobs' | 'history' | 'streams'): { baseUrl: string; fetch: typeof fetch } {
    return { baseUrl: this.settings[service], fetch: this.transport.fetch };
  }

  /** Returns an error as the user sees it. */
  failureOf(error: unknown): unknown {
    return requestFailure(error, (failed) => this.transport.requestOf(failed));
  }
}

const HEADER_TEXT = /^[\x21-\x7e]+$/;

function credentials(settings: Settings, files: ConfigFiles): Credentials {
  const { token, context, caFile, certFile, keyFile } = settings;
  if ((certFile === undefined) !== (keyFile === undefined))
    throw usageError(
      'a client certificate needs both certFile and keyFile',
      'give --cert-file and --key-file',
    );
  if (token !== undefined && !HEADER_TEXT.test(token))
    throw usageError('the token has a blank, a line break or another character that no token has');
  return {
    token: async () => token ?? (context === undefined ? undefined : loginToken(files, context)),
    ca: pem(caFile, 'caFile'),
    cert: pem(certFile, 'certFile'),
    key: pem(keyFile, 'keyFile'),
  };
}

function pem(path: string | undefined, setting: string): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw usageError(`${setting}: cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** A token this close to its end is renewed before it is sent, ms. */
const RENEW_BEFORE_MS = 30_000;

/** Returns the token of a context's login, renewed when it is about to expire and can be. */
async function loginToken(files: ConfigFiles, context: string): Promise<string | undefined> {
  const stored = files.readCredential(context);
  if (!stored) return undefined;
  const { token, expiresAt = Infinity, refreshToken, issuer, clientId } = stored;
  if (refreshToken === undefined || issuer === undefined || expiresAt - Date.now() > RENEW_BEFORE_MS)
    return token;
  const { renewLogin } = await import('./device-login.ts');
  const renewed = await renewLogin({ issuer, clientId, refreshToken });
  await files.writeCredential(context, renewed);
  return renewed.token;
}

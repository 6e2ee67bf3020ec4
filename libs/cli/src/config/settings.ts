import { userInfo } from 'node:os';
import { usageError } from '../failure/cli-error.ts';
import { given, type ConfigFile, type Context } from './config-file.ts';

/** Formats of `-o`. */
export const OUTPUTS = ['table', 'wide', 'json', 'yaml', 'ndjson'] as const;
export type OutputName = (typeof OUTPUTS)[number];

/** Options that every command takes. */
export interface GlobalOptions extends Context {
  context?: string;
  token?: string;
  output?: string;
  color?: boolean;
}

/** The settings of one call, from options, variables, the context and defaults, in this order. */
export interface Settings extends Context {
  /** Undefined when no context is chosen: the system on this machine. */
  context: string | undefined;
  jobs: string;
  history: string;
  streams: string;
  user: string;
  /** Of an option or variable; a login's token is with the context. */
  token: string | undefined;
  output: OutputName;
  color: boolean | undefined;
}

/** The services of `npm start` and `portolan dev start` on this machine. */
export const LOCAL = {
  jobs: 'http://127.0.0.1:7103',
  history: 'http://127.0.0.1:7102',
  streams: 'http://127.0.0.1:7101',
} as const;

/** Settings of a context, each with its variable and what it is; options have the names of the fields. */
export const CONTEXT_SETTINGS: readonly { field: keyof Context; variable: string; about: string }[] = [
  { field: 'jobs', variable: 'PORTOLAN_JOBS_URL', about: 'address of job orchestration' },
  { field: 'history', variable: 'PORTOLAN_HISTORY_URL', about: 'address of history query' },
  { field: 'streams', variable: 'PORTOLAN_STREAMS_URL', about: 'address of streaming control' },
  {
    field: 'user',
    variable: 'PORTOLAN_USER',
    about: 'owner of what you submit (the subject of the token, else your user name)',
  },
  { field: 'caFile', variable: 'PORTOLAN_CA_FILE', about: 'certificate authority of the services, PEM' },
  { field: 'certFile', variable: 'PORTOLAN_CERT_FILE', about: 'your client certificate, PEM' },
  { field: 'keyFile', variable: 'PORTOLAN_KEY_FILE', about: 'key of the client certificate, PEM' },
  { field: 'issuer', variable: 'PORTOLAN_ISSUER', about: 'OAuth issuer for `context login`' },
  { field: 'clientId', variable: 'PORTOLAN_CLIENT_ID', about: 'client id at the issuer (portolan-cli)' },
];

/** Returns the name of the context in use. @throws CliError when there is none of that name */
function chosenContext(
  options: GlobalOptions,
  env: NodeJS.ProcessEnv,
  config: ConfigFile,
): string | undefined {
  const name = options.context ?? given(env.PORTOLAN_CONTEXT) ?? config.current;
  if (name === undefined || Object.hasOwn(config.contexts, name)) return name;
  const names = Object.keys(config.contexts);
  throw usageError(
    `there is no context ${name}`,
    names.length > 0 ? `contexts: ${names.join(', ')}` : 'add one with `portolan context add`',
  );
}

/** @param tokenOf returns the token of a context's login @throws CliError for a wrong value, which names where it comes from */
export function resolveSettings(
  options: GlobalOptions,
  env: NodeJS.ProcessEnv,
  config: ConfigFile,
  tokenOf: (context: string) => string | undefined = () => undefined,
): Settings {
  const context = chosenContext(options, env, config);
  const stored = context === undefined ? {} : (config.contexts[context] ?? {});
  const merged: Context = {};
  for (const { field, variable } of CONTEXT_SETTINGS) {
    const value = options[field] ?? given(env[variable]) ?? stored[field];
    if (value !== undefined) merged[field] = value;
  }
  const output = options.output ?? given(env.PORTOLAN_OUTPUT) ?? 'table';
  if (!OUTPUTS.includes(output as OutputName))
    throw usageError(`the output ${output} does not exist`, `outputs: ${OUTPUTS.join(', ')}`);
  for (const field of ['jobs', 'history', 'streams'] as const) {
    const address = merged[field];
    if (address === undefined) continue;
    if (!/^https?:$/.test(protocolOf(address)))
      throw usageError(`the address of ${field} must begin with http:// or https://, got ${address}`);
    // Examples of the APIs often name an address with its path.
    merged[field] = address.replace(/(?<!\/)\/+$/, '').replace(/\/api\/v\d+$/, '');
  }
  const token = options.token ?? given(env.PORTOLAN_TOKEN);
  return {
    ...LOCAL,
    ...merged,
    user: merged.user ?? subjectOf(token ?? (context && tokenOf(context)) ?? '') ?? ownName(),
    context,
    token,
    output: output as OutputName,
    color: options.color === false || given(env.NO_COLOR) !== undefined ? false : undefined,
  };
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : '';
}

function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/** Returns the client that a token (JWT) names; undefined for another kind of token. The service checks the token, not this. */
function subjectOf(token: string): string | undefined {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as unknown;
    const subject = (claims as { sub?: unknown } | null)?.sub;
    return typeof subject === 'string' && subject !== '' ? subject : undefined;
  } catch {
    return undefined;
  }
}

import { text } from 'node:stream/consumers';
import type { ConfigFile, Context } from '../../config/config-file.ts';
import { usageError } from '../../failure/cli-error.ts';
import { fullTime } from '../../output/times.ts';
import { oneLine } from '../../output/text.ts';
import type { PortolanCommand } from '../../session/portolan-command.ts';
import type { DevicePrompt } from '../../session/device-login.ts';
import type { Session } from '../../session/session.ts';
import { CONTEXT_SETTINGS, type GlobalOptions } from '../../config/settings.ts';

/** The context that `npm start` on this machine gets when none exists. */
const LOCAL_CONTEXT = 'local';
/** The development issuer of a system on this machine is three ports above its job orchestration. */
const ISSUER_DISTANCE = 3;

function localIssuer(jobs: string): string | undefined {
  const { hostname, port } = new URL(jobs);
  if (port === '' || (hostname !== '127.0.0.1' && hostname !== 'localhost')) return undefined;
  return `http://127.0.0.1:${Number(port) + ISSUER_DISTANCE}`;
}

export function registerLogin(group: PortolanCommand): void {
  group
    .command('login')
    .description('Log in with a browser (OAuth device flow) and keep the token, readable only by you.')
    .option('--with-token', 'read a token from standard input instead')
    .examples(
      'portolan context login',
      'portolan context login --issuer https://login.example.org --client-id portolan-cli',
      'portolan context login --with-token < token.txt',
    )
    .sessionAction(async (session, { withToken }: { withToken?: boolean }) => {
      refuseToken(session.options);
      refuseReplacement(session, session.config);
      return withToken ? storeToken(session) : logIn(session);
    });

  group
    .command('logout')
    .description('Forget the token of the context.')
    .examples('portolan context logout --context prod')
    .sessionAction(async (session) => {
      const name = session.settings.context;
      if (name === undefined)
        throw usageError('no context is chosen', 'choose one with `portolan context use`');
      await session.files.writeCredential(name, undefined);
      await session.printer.outcome(`logged out of ${name}`, { context: name });
    });
}

/** @throws CliError (CLI-CONFIG-8) when no context is chosen, and the one that a login would make exists */
function refuseReplacement({ settings }: Session, { contexts }: ConfigFile): void {
  if (settings.context !== undefined || !Object.hasOwn(contexts, LOCAL_CONTEXT)) return;
  throw usageError(
    `no context is chosen, and a context ${LOCAL_CONTEXT} exists`,
    `give --context, or choose one with \`portolan context use ${LOCAL_CONTEXT}\``,
  );
}

/** Returns the context that the login belongs to; creates it if there is none. */
async function contextOf(session: Session): Promise<string> {
  const { context, jobs, history, streams } = session.settings;
  if (context !== undefined) return context;
  // Read again: a login takes minutes, and another command may have stored a context meanwhile.
  const config = await session.files.read();
  refuseReplacement(session, config);
  const local = { jobs, history, streams, ...givenSettings(session.options) };
  await session.files.write({
    current: LOCAL_CONTEXT,
    contexts: { ...config.contexts, [LOCAL_CONTEXT]: local },
  });
  return LOCAL_CONTEXT;
}

async function storeToken(session: Session): Promise<void> {
  const { terminal, io } = session;
  if (terminal.canAsk) terminal.note('Paste the token, then press Ctrl-D:');
  const token = (await text(io.stdin)).trim();
  if (token === '' || /\s/.test(token)) throw usageError('standard input has no token');
  const context = await contextOf(session);
  await session.files.writeCredential(context, { token });
  await session.printer.outcome(`the token is stored for ${context}`, { context });
}

async function logIn(session: Session): Promise<void> {
  const { settings, terminal, printer, io } = session;
  const issuer = settings.issuer ?? localIssuer(settings.jobs);
  if (issuer === undefined)
    throw usageError('the context has no issuer', 'give --issuer, or store it with `portolan context add`');
  const { deviceLogin } = await import('../../session/device-login.ts');
  const show = ({ address, code, complete }: DevicePrompt): void =>
    terminal.note(`Open ${oneLine(complete ?? address)} and confirm the code ${oneLine(code)}`);
  const credential = await io.interrupts.abortable((signal) =>
    deviceLogin({ issuer, clientId: settings.clientId }, show, signal),
  );
  const context = await contextOf(session);
  await session.files.writeCredential(context, credential);
  const until = credential.expiresAt === undefined ? '' : ` until ${fullTime(credential.expiresAt)}`;
  await printer.outcome(`logged in to ${context}${until}`, {
    context,
    expiresAt: credential.expiresAt ?? null,
  });
}

/** The settings of a context that the command line gives. */
export const givenSettings = (options: GlobalOptions): Context =>
  Object.fromEntries(
    CONTEXT_SETTINGS.flatMap(({ field }) => (options[field] === undefined ? [] : [[field, options[field]]])),
  );

/** @throws CliError (CLI-OUT-9) for a token that would not be stored: one on the command line is visible to others */
export function refuseToken({ token }: GlobalOptions): void {
  if (token === undefined) return;
  throw usageError(
    '--token is not stored with a context',
    'try `portolan context login --with-token < FILE`',
  );
}

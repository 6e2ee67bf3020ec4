import type { Context } from '../../config/config-file.ts';
import { usageError } from '../../failure/cli-error.ts';
import type { Column } from '../../output/table.ts';
import type { RegisterGroup } from '../../session/portolan-command.ts';
import type { Session } from '../../session/session.ts';
import { confirm } from '../../session/confirm.ts';
import { registerLogin, givenSettings, refuseToken } from './login.ts';

interface ShownContext extends Context {
  name: string;
  current: boolean;
}

const COLUMNS: readonly Column<ShownContext>[] = [
  { title: ' ', value: ({ current }) => (current ? '*' : ' ') },
  { title: 'NAME', value: ({ name }) => name, kind: 'id' },
  { title: 'JOBS', value: ({ jobs }) => jobs },
  { title: 'HISTORY', value: ({ history }) => history },
  { title: 'STREAMS', value: ({ streams }) => streams },
  { title: 'USER', value: ({ user }) => user, wide: true },
  { title: 'ISSUER', value: ({ issuer }) => issuer, wide: true },
  { title: 'CERTIFICATE', value: ({ certFile }) => certFile, wide: true },
];

/** The user has a column when a context has one. */
const columnsOf = (rows: readonly ShownContext[]): Column<ShownContext>[] =>
  COLUMNS.map((column) =>
    column.title === 'USER' && rows.some(({ user }) => user !== undefined)
      ? { ...column, wide: false }
      : column,
  );

const NAME = /^[A-Za-z0-9._-]{1,64}$/;

/** `portolan context`. */
export const register: RegisterGroup = (group) => {
  group
    .command('add')
    .description('Store a context, or change one: give its settings as options. The first one is chosen.')
    .argument('<name>', 'name of the context')
    .examples(
      'portolan context add prod --jobs https://jobs.example.org --history https://history.example.org --streams https://streams.example.org --issuer https://login.example.org',
      'portolan context add lab --jobs https://jobs.lab --cert-file ~/me.crt --key-file ~/me.key --ca-file ~/ca.crt',
    )
    .sessionAction((session, name: string) => addContext(session, name));

  group
    .command('list')
    .alias('ls')
    .description('List the contexts; * marks the chosen one.')
    .examples('portolan context list -o wide')
    .sessionAction(async ({ config, printer }) => {
      const rows = Object.entries(config.contexts).map(([name, context]) => ({
        name,
        current: name === config.current,
        ...context,
      }));
      await printer.list(rows, columnsOf(rows), 'no contexts; the services of this machine are used');
    });

  group
    .command('use')
    .description('Choose a context.')
    .argument('<name>', 'name of the context')
    .examples('portolan context use prod')
    .sessionAction(async (session, name: string) => {
      mustExist(session, name);
      await session.files.write({ ...session.config, current: name });
      await session.printer.outcome(`${name} is chosen`, { current: name });
    });

  registerLogin(group);

  group
    .command('delete')
    .description('Delete a context and its login.')
    .argument('<name>', 'name of the context')
    .option('-y, --yes', 'do not ask for confirmation')
    .examples('portolan context delete lab --yes')
    .sessionAction(async (session, name: string, { yes }: { yes?: boolean }) => {
      mustExist(session, name);
      await confirm(session, `Delete the context ${name}?`, yes ?? false);
      const { [name]: _deleted, ...contexts } = session.config.contexts;
      const { current } = session.config;
      await session.files.write({ ...(current !== undefined && current !== name && { current }), contexts });
      await session.files.writeCredential(name, undefined);
      await session.printer.outcome(`${name} is deleted`, { deleted: name });
    });
};

/** @throws CliError when there is no context of that name */
function mustExist({ config }: Session, name: string): void {
  if (!Object.hasOwn(config.contexts, name))
    throw usageError(
      `there is no context ${name}`,
      `contexts: ${Object.keys(config.contexts).join(', ') || 'none'}`,
    );
}

async function addContext(session: Session, name: string): Promise<void> {
  const { files, config, options, printer } = session;
  if (!NAME.test(name)) throw usageError(`the name ${name} must match ${NAME.source}`);
  const before = Object.hasOwn(config.contexts, name) ? config.contexts[name] : undefined;
  refuseToken(options);
  const context: Context = { ...before, ...givenSettings(options) };
  if (Object.keys(context).length === 0)
    throw usageError('the context has no settings', 'give at least --jobs');
  const current = config.current ?? name;
  await files.write({ current, contexts: { ...config.contexts, [name]: context } });
  const chosen = current === name ? ' and chosen' : `; choose it with \`portolan context use ${name}\``;
  await printer.outcome(`${name} is ${before ? 'changed' : 'stored'}${chosen}`, { name, ...context });
}

import { parseArgs } from 'node:util';
import { createConsoleServer } from './console-server';
import { SettingError, readSettings } from './settings';

const USAGE = `Serves the console. Its settings are environment variables (docs/console.md).

Options
  --help            prints this
`;

/** Reports whether to start; prints the usage for `--help`, and for anything unknown, with exit code 2. */
function mayStart(args: string[]): boolean {
  try {
    const { values } = parseArgs({ args, options: { help: { type: 'boolean' } } });
    if (values.help) process.stdout.write(USAGE);
    return !values.help;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
    process.exitCode = 2;
    return false;
  }
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const server = await createConsoleServer(settings);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.close());
  await server.listen({ host: settings.host, port: settings.port });
}

if (mayStart(process.argv.slice(2)))
  main().catch((error: unknown) => {
    const text = error instanceof SettingError ? error.message : String((error as Error).stack ?? error);
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  });

import { createConsoleServer } from './console-server';
import { SettingError, readSettings } from './settings';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const server = await createConsoleServer(settings);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.close());
  await server.listen({ host: settings.host, port: settings.port });
}

main().catch((error: unknown) => {
  const text = error instanceof SettingError ? error.message : String((error as Error).stack ?? error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
});

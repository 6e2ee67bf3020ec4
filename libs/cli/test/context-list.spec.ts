import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../src/testing/index.ts';

it('[CLI-CONFIG-7] lists the contexts, with the user when one has a user', async () => {
  const env = { XDG_CONFIG_HOME: await mkdtemp(join(tmpdir(), 'portolan-cli-contexts-')) };
  const list = async (): Promise<string> => (await runCli(['context', 'list'], { env })).stdout;
  await runCli(['context', 'add', 'lab', '--jobs', 'http://lab'], { env });
  expect(await list()).toBe('   NAME  JOBS        HISTORY  STREAMS\n*  lab   http://lab  -        -\n');
  await runCli(['context', 'add', 'prod', '--jobs', 'http://prod', '--user', 'ann'], { env });
  expect(await list()).toMatch(/^ {3}NAME +JOBS +HISTORY +STREAMS +USER\n\* +lab .* -\n +prod .* ann\n$/);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { programOf } from './lib/build.mjs';
import { main } from './lib/command.mjs';
import { Failure } from './lib/console.mjs';
import { environmentOf } from './lib/services.mjs';
import { ROOT } from './lib/settings.mjs';

const program = join(ROOT, programOf('history-query', 'records-main'));

const COMMAND = {
  usage: 'npm run history',
  about:
    'Loads records (NDJSON) into the history, writes them, or packs the past. Works on DATABASE_URL, else on the started system.',
  options: { to: { value: 'FILE', about: 'where export writes (standard output)' } },
  positionals: {
    name: 'import FILE | export [area/collection] | pack | unpack',
    min: 1,
    max: 2,
    about: 'what to do',
  },
};

await main(COMMAND, async ({ values, positionals }) => {
  if (!existsSync(program)) throw new Failure('nothing is built: run "npm start" or "npm run build" first');
  const system = environmentOf({ key: 'history' });
  const args = [program, ...positionals, ...(values.to === undefined ? [] : ['--to', values.to])];
  const env = { ...process.env, ...system, DATABASE_URL: process.env.DATABASE_URL || system.DATABASE_URL };
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit', env }), 'exit');
  return code ?? 1;
});

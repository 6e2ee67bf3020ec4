/**
 * `npm run history -- import FILE` loads records (NDJSON) into the history; `npm run history -- export [area/collection]
 * [--to FILE]` writes them. Works on `DATABASE_URL`, else on the database of the started system.
 */
import './lib/node-version.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { programOf } from './lib/build.mjs';
import { main } from './lib/command.mjs';
import { Failure } from './lib/console.mjs';
import { environmentOf } from './lib/services.mjs';
import { ROOT } from './lib/settings.mjs';

const program = join(ROOT, programOf('history-query', 'records/main'));

const COMMAND = {
  usage: 'npm run history',
  about:
    'Loads records (NDJSON) into the history, or writes them. Works on DATABASE_URL, else on the started system.',
  options: { to: { type: 'string', value: 'FILE', about: 'where export writes (standard output)' } },
  positionals: { name: 'import FILE | export [area/collection]', min: 1, max: 2, about: 'what to do' },
};

await main(COMMAND, async ({ values, positionals }) => {
  if (!existsSync(program))
    throw new Failure('nothing is built yet: run "npm start" or "npm run build" first');
  const system = environmentOf({ key: 'history' });
  const child = spawn(
    process.execPath,
    [program, ...positionals, ...(values.to === undefined ? [] : ['--to', values.to])],
    {
      stdio: 'inherit',
      env: { ...process.env, ...system, DATABASE_URL: process.env.DATABASE_URL || system.DATABASE_URL },
    },
  );
  const [code] = await once(child, 'exit');
  return code ?? 1;
});

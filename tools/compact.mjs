/** `node tools/compact.mjs`: makes the compact copies of npm packages in dist/compact, unless they are there (`npm run build`). */
import './lib/node-version.mjs';
import { isCompact, makeCompact } from './lib/compact.mjs';
import { main } from './lib/command.mjs';
import { say } from './lib/console.mjs';

const COMMAND = {
  usage: 'node tools/compact.mjs',
  about: 'Makes the compact copies of npm packages in dist/compact, unless they are there.',
};

await main(COMMAND, async () => {
  if (!isCompact()) say(`dist/compact: ${await makeCompact()} modules`);
});

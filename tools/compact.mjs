/** `node tools/compact.mjs`: makes the compact copies of npm packages in dist/compact, unless they are there (`npm run build`). */
import './lib/node-version.mjs';
import { isCompact, makeCompact } from './lib/compact.mjs';
import { main, say } from './lib/console.mjs';

await main(async () => {
  if (!isCompact()) say(`dist/compact: ${await makeCompact()} modules`);
});

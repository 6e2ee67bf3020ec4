import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from './lib/build.mjs';
import { CLIENTS, documentOf, staleCode, staleFiles, write } from './lib/clients.mjs';
import { main } from './lib/command.mjs';
import { Failure, say, step } from './lib/console.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { generatePython, generatedPython, whyNoPython } from './lib/python.mjs';

function hasPython() {
  const reason = whyNoPython();
  if (reason) say(`the Python client is left alone: ${reason}`);
  return reason === undefined;
}

async function check() {
  const scratch = mkdtempSync(join(tmpdir(), 'portolan-clients-'));
  try {
    const stale = [];
    for (const client of CLIENTS) {
      const document = await documentOf(client);
      stale.push(...(await staleFiles(client, document, join(scratch, client.key))));
      if (!hasPython()) continue;
      const fresh = join(scratch, 'python', client.key);
      await generatePython(client, document, fresh);
      stale.push(...staleCode(generatedPython(client.key), fresh));
    }
    if (stale.length > 0)
      throw new Failure(`stale, npm run clients makes them anew:\n  ${stale.join('\n  ')}`);
    say('the clients are what their services say');
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const COMMAND = {
  usage: 'npm run clients',
  about:
    'Makes the typed clients, in libs/client-* and clients/python, from the OpenAPI documents of the built services.',
  options: { check: { about: 'writes nothing; fails when a client is stale' } },
};

await main(COMMAND, async ({ values }) => {
  await ensurePackages();
  await ensureBuild();
  if (values.check) return check();
  for (const client of CLIENTS)
    await step(`Client of ${client.app}`, async () => write(client, await documentOf(client)));
  if (hasPython())
    for (const client of CLIENTS)
      await step(`Python client of ${client.app}`, async () =>
        generatePython(client, await documentOf(client), generatedPython(client.key)),
      );
  // Builds the new sources.
  await ensureBuild();
});

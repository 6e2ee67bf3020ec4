import { keptDocument, textOf } from './lib/clients.mjs';
import { main } from './lib/command.mjs';
import { Failure, say } from './lib/console.mjs';
import { documentProblems } from './lib/openapi-lint.mjs';
import { currentPorts } from './lib/services.mjs';
import { SERVICES, urlOf } from './lib/settings.mjs';

async function servedDocument(url) {
  const answer = await fetch(`${url}/openapi.json`).catch(() => null);
  if (!answer?.ok) throw new Failure(`${url} does not answer: npm start -- --detach`);
  return answer.text();
}

/** Reports whether the kept document is that of the service. The servers of an installation are its own. */
function isKept(key, source) {
  const kept = keptDocument(key) ?? '{}';
  return kept === textOf({ ...JSON.parse(source), servers: JSON.parse(kept).servers });
}

async function problemsOf(key, url) {
  const source = await servedDocument(url);
  return [
    ...(await documentProblems(source)),
    ...(isKept(key, source)
      ? []
      : [`libs/client-${key}/openapi.json differs from the service: npm run clients`]),
  ];
}

const COMMAND = {
  usage: 'npm run openapi',
  about: 'Asks the running services for their /openapi.json and checks each with a strict linter.',
  options: {
    kept: { type: 'boolean', default: false, about: 'checks the documents in libs/client-* instead' },
  },
};

await main(COMMAND, async ({ values }) => {
  const ports = values.kept ? {} : currentPorts();
  let count = 0;
  for (const { key, title } of SERVICES) {
    const problems = values.kept
      ? await documentProblems(keptDocument(key))
      : await problemsOf(key, urlOf(ports[key]));
    count += problems.length;
    if (!values.kept || problems.length > 0)
      say(`${title}: ${problems.length === 0 ? 'ok' : `${problems.length} problems`}`);
    for (const problem of problems) say(`  ${problem}`);
  }
  return count === 0 ? 0 : 1;
});

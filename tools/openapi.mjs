import { keptDocument } from './lib/clients.mjs';
import { main } from './lib/command.mjs';
import { Failure, say } from './lib/console.mjs';
import { exampleProblems, nameProblems } from './lib/openapi-examples.mjs';
import { load } from './lib/packages.mjs';
import { currentPorts } from './lib/services.mjs';
import { SERVICES, urlOf } from './lib/settings.mjs';

const RULES = [
  ...['struct', 'no-unresolved-refs', 'security-defined', 'no-identical-paths', 'no-enum-type-mismatch'],
  ...['operation-operationId', 'operation-operationId-unique', 'operation-summary'],
  ...['operation-2xx-response', 'operation-4xx-response', 'operation-parameters-unique'],
  ...['path-parameters-defined', 'path-declaration-must-exist', 'no-invalid-schema-examples'],
];

/** Reports whether a missing 2xx response belongs to an address that is only a websocket, whose response is 101. */
function isOfWebsocket({ ruleId, location: [{ pointer } = {}] }, { paths }) {
  const path = /^#\/paths\/([^/]+)\/get\b/.exec(pointer ?? '')?.[1];
  const operation = paths[path?.replaceAll('~1', '/').replaceAll('~0', '~')]?.get;
  return ruleId === 'operation-2xx-response' && operation?.responses['101'] !== undefined;
}

async function problemsOf(key, url) {
  const { createConfig, lintFromString } = load('@redocly/openapi-core');
  const answer = await fetch(`${url}/openapi.json`).catch(() => null);
  if (!answer?.ok) throw new Failure(`${url} does not answer: npm start -- --detach`);
  const config = await createConfig({ rules: Object.fromEntries(RULES.map((rule) => [rule, 'error'])) });
  const source = await answer.text();
  const document = JSON.parse(source);
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  const kept = keptDocument(key);
  const isKept = kept !== undefined && JSON.stringify(JSON.parse(kept)) === JSON.stringify(document);
  return [
    ...found
      .filter((one) => !isOfWebsocket(one, document))
      .map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`),
    ...nameProblems(document),
    ...exampleProblems(document),
    ...(isKept ? [] : [`libs/client-${key}/openapi.json differs from the service: npm run clients`]),
  ];
}

const COMMAND = {
  usage: 'npm run openapi',
  about: 'Asks the running services for their /openapi.json and checks each with a strict linter.',
};

await main(COMMAND, async () => {
  const ports = currentPorts();
  let count = 0;
  for (const { key, title } of SERVICES) {
    const problems = await problemsOf(key, urlOf(ports[key]));
    count += problems.length;
    say(`${title}: ${problems.length === 0 ? 'ok' : `${problems.length} problems`}`);
    for (const problem of problems) say(`  ${problem}`);
  }
  return count === 0 ? 0 : 1;
});

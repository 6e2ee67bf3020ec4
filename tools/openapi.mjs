/**
 * `npm run openapi`: asks the running services for their `/openapi.json` and holds each against a strict linter. What a
 * client's generator would stumble over (a dangling reference, an operation without answers) is an error, and so is a body
 * or a main answer without a true example, and a document that is not the one the typed client was made from.
 */
import './lib/node-version.mjs';
import { keptDocument } from './lib/clients.mjs';
import { main } from './lib/command.mjs';
import { Failure, say } from './lib/console.mjs';
import { exampleProblems, nameProblems } from './lib/openapi-examples.mjs';
import { load } from './lib/packages.mjs';
import { currentPorts } from './lib/services.mjs';
import { SERVICES, urlOf } from './lib/settings.mjs';

const RULES = {
  struct: 'error',
  'no-unresolved-refs': 'error',
  'operation-operationId': 'error',
  'operation-operationId-unique': 'error',
  'operation-summary': 'error',
  'security-defined': 'error',
  'operation-2xx-response': 'error',
  'operation-4xx-response': 'error',
  'operation-parameters-unique': 'error',
  'path-parameters-defined': 'error',
  'path-declaration-must-exist': 'error',
  'no-identical-paths': 'error',
  'no-enum-type-mismatch': 'error',
  'no-invalid-schema-examples': 'error',
};

/** The good answer of an address where there is only a websocket is 101; the rule asks for one from 200 on. */
function isOfWebsocket({ ruleId, location: [{ pointer } = {}] }, { paths }) {
  const path = /^#\/paths\/([^/]+)\/get\b/.exec(pointer ?? '')?.[1];
  const operation = paths[path?.replaceAll('~1', '/').replaceAll('~0', '~')]?.get;
  return ruleId === 'operation-2xx-response' && operation?.responses['101'] !== undefined;
}

/** The linter's findings, a line each: rule, place, message. */
async function problemsOf(key, url) {
  const { createConfig, lintFromString } = load('@redocly/openapi-core');
  const answer = await fetch(`${url}/openapi.json`).catch(() => null);
  if (!answer?.ok) throw new Failure(`${url} does not answer: npm start -- --detach`);
  const config = await createConfig({ rules: RULES });
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
    ...(isKept ? [] : [`libs/client-${key}/openapi.json is another document: npm run clients`]),
  ];
}

const COMMAND = {
  usage: 'npm run openapi',
  about: 'Asks the running services for their /openapi.json and holds each against a strict linter.',
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

import { keptDocument, textOf } from './lib/clients.mjs';
import { main } from './lib/command.mjs';
import { Failure, say } from './lib/console.mjs';
import { documentProblems, olderRelease } from './lib/openapi-lint.mjs';
import { currentPorts } from './lib/services.mjs';
import { SERVICES, urlOf } from './lib/settings.mjs';

async function servedDocument(url) {
  const answer = await fetch(`${url}/openapi.json`).catch(() => null);
  if (!answer?.ok) throw new Failure(`${url} does not answer: npm start -- --detach`);
  return answer.text();
}

/** Reports whether the kept document is that of the service. The servers of an installation are its own. */
function isKept(kept, served) {
  return kept === textOf({ ...served, servers: JSON.parse(kept).servers });
}

async function problemsOf(key, url) {
  const source = await servedDocument(url);
  const served = JSON.parse(source);
  const kept = keptDocument(key) ?? '{}';
  const problems = await documentProblems(source);
  const release = olderRelease(served, JSON.parse(kept));
  if (release !== undefined)
    return { problems, remark: `, ${release} is not compared with the kept document` };
  const difference = `libs/client-${key}/openapi.json differs from the service: npm run clients`;
  return { problems: isKept(kept, served) ? problems : [...problems, difference] };
}

const COMMAND = {
  usage: 'npm run openapi',
  about: 'Asks the running services for their /openapi.json and checks each with a strict linter.',
  options: { kept: { about: 'checks the documents in libs/client-* instead' } },
};

await main(COMMAND, async ({ values }) => {
  const ports = values.kept ? {} : currentPorts();
  let count = 0;
  for (const { key, title } of SERVICES) {
    const { problems, remark = '' } = values.kept
      ? { problems: await documentProblems(keptDocument(key)) }
      : await problemsOf(key, urlOf(ports[key]));
    count += problems.length;
    if (!values.kept || problems.length > 0)
      say(`${title}: ${problems.length === 0 ? 'ok' : `${problems.length} problems`}${remark}`);
    for (const problem of problems) say(`  ${problem}`);
  }
  return count === 0 ? 0 : 1;
});

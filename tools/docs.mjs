import { UsageError, main } from './lib/command.mjs';
import { findProgram } from './lib/commands.mjs';
import { Failure, say, step } from './lib/console.mjs';
import { pastesOf, readPages } from './lib/docs/blocks.mjs';
import { EXCEPTIONS } from './lib/docs/exceptions.mjs';
import { pasteAll } from './lib/docs/paste.mjs';
import { systemEnvironment } from './lib/examples.mjs';
import { send } from './lib/http.mjs';
import { waitFor } from './lib/network.mjs';

/** The commands of this page can be repeated, as the page says. */
const TWICE = 'README.md';

const COMMAND = {
  usage: 'node tools/docs.mjs',
  about: 'Pastes the commands of the documentation beside the running system, and compares what they print.',
  positionals: { name: 'page', about: 'only these pages, docs/history-api.md say' },
};

function wanted(only) {
  const pages = readPages();
  const unknown = only.find((name) => !pages.some(({ page }) => page === name));
  if (unknown) throw new UsageError(`unknown page "${unknown}"`);
  return pages
    .filter(({ page }) => only.length === 0 || only.includes(page))
    .map(({ page, markdown, blocks }) => ({
      ...{ page, markdown },
      pastes: pastesOf(blocks).filter(({ block }) => !Object.hasOwn(EXCEPTIONS, block.name)),
    }))
    .filter(({ pastes }) => pastes.length > 0);
}

/** Ids of streaming jobs that have not ended: pages must end the jobs that they start. */
async function activeJobs(url, token) {
  const { json } = await send('GET', `${url}/api/v1/jobClusters/sine-stream/jobs`, { token });
  return json.list.map(({ jobMetadata }) => jobMetadata.jobId);
}

/** Addresses of history in tables: `| current instances | \`view/instances;_expand\` |`. */
const addressesOf = (markdown) =>
  [...markdown.matchAll(/\| `((?:view|group|cloud|svc)\/[^`]+)` +\|$/gm)].map(([, address]) => address);

async function tableProblems({ page, markdown }, url, token) {
  const answers = addressesOf(markdown).map(async (address) => {
    const { status } = await send('GET', `${url}/api/v2/${address}`, { token });
    return status === 200 ? [] : [`${page}: ${address} answers ${status}, expected 200`];
  });
  return (await Promise.all(answers)).flat();
}

async function pasteOne({ page, markdown, pastes }, urls, token) {
  const problems = await tableProblems({ page, markdown }, urls.history, token);
  for (const _time of page === TWICE ? ['once', 'again'] : ['once'])
    problems.push(...(await step(`The commands of ${page}`, () => pasteAll(pastes, urls, token))));
  return problems;
}

await main(COMMAND, async ({ positionals }) => {
  if (!findProgram('curl')) {
    say('NOT CHECKED: the commands of the documentation need curl, which is not installed');
    return;
  }
  const pages = wanted(positionals);
  const system = systemEnvironment();
  const urls = { jobs: system.JOBS_URL, streams: system.STREAMS_URL, history: system.HISTORY_URL };
  const token = system.PORTOLAN_TOKEN;
  const before = await activeJobs(urls.streams, token);
  const problems = (await Promise.all(pages.map((one) => pasteOne(one, urls, token)))).flat();
  if (problems.length > 0) throw new Failure(`the documentation is wrong:\n\n${problems.join('\n\n')}`);
  const left = async () => (await activeJobs(urls.streams, token)).filter((job) => !before.includes(job));
  // A transient job ends by itself, some seconds after its last client has disconnected.
  if (!(await waitFor(async () => (await left()).length === 0, { timeoutMs: 45_000 })))
    throw new Failure(`the commands of the documentation left jobs behind: ${(await left()).join(', ')}`);
});

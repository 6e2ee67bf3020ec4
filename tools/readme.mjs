/**
 * `node tools/readme.mjs`: sends the requests of README.md to the running system, twice, as somebody would who pastes
 * them, and fails when one is not answered or does not show what README.md says. Needs curl, as a reader does.
 */
import './lib/node-version.mjs';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { findProgram } from './lib/commands.mjs';
import { main } from './lib/command.mjs';
import { Failure, say, step } from './lib/console.mjs';
import { systemEnvironment } from './lib/examples.mjs';
import { waitFor } from './lib/network.mjs';
import { requestsOf } from './lib/readme-requests.mjs';
import { ROOT } from './lib/settings.mjs';

const TIME_LIMIT_MS = 120_000;

/** What a reader has to see. */
const SHOWN = {
  'the job has succeeded': /"status":"SUCCEEDED"\}/,
  'its output': /^hello$/m,
  'it is found again': /"jobSearchResultList":\[\{/,
  'output of the stream': /^data: \{/m,
  'the stream is ended': /^HTTP\/1\.1 202/m,
  'how the server looked before it was changed': /^ {2}"instanceType" : "r6i\.2xlarge",$/m,
  'what has changed': /^-.*r6i\.2xlarge.*\n\+.*r6i\.4xlarge/m,
  'what was running': /^\[.*"instanceId":"i-0db000001"/m,
};

/** Pastes the block into a shell whose curl fails on every answer of 400 and above. */
function paste(script) {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-readme-'));
  try {
    writeFileSync(join(folder, '.curlrc'), 'fail\n');
    const { status, stdout, stderr } = spawnSync('bash', ['-e'], {
      input: script,
      encoding: 'utf8',
      env: { ...process.env, CURL_HOME: folder },
      timeout: TIME_LIMIT_MS,
    });
    const wrong = Object.keys(SHOWN).filter((what) => !SHOWN[what].test(stdout));
    if (status !== 0 || stderr !== '' || wrong.length > 0) {
      say(`${stdout}\n${stderr}`);
      throw new Failure(
        `the requests of README.md ended with ${status ?? 'no code in time'}; missing: ${wrong.join(', ') || 'nothing'}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Jobs of the stream that have not ended: the block ends what it starts. */
async function activeJobs(url) {
  const response = await fetch(`${url}/api/v1/jobClusters/sine-stream/jobs`);
  return (await response.json()).list.map(({ jobMetadata }) => jobMetadata.jobId);
}

const COMMAND = {
  usage: 'node tools/readme.mjs',
  about: 'Sends the requests of README.md to the running system, twice, and checks the answers.',
};

await main(COMMAND, async () => {
  if (!findProgram('curl')) {
    say('NOT CHECKED: the requests of README.md need curl, which this machine does not have');
    return;
  }
  const system = systemEnvironment();
  const urls = { jobs: system.JOBS_URL, streams: system.STREAMS_URL, history: system.HISTORY_URL };
  const script = requestsOf(readFileSync(join(ROOT, 'README.md'), 'utf8'), urls);
  const before = await activeJobs(urls.streams);
  for (const time of ['once', 'again']) await step(`The requests of README.md, ${time}`, () => paste(script));
  const left = async () => (await activeJobs(urls.streams)).filter((job) => !before.includes(job));
  if (!(await waitFor(async () => (await left()).length === 0, { timeoutMs: 20_000 })))
    throw new Failure(`the requests of README.md left jobs behind: ${(await left()).join(', ')}`);
});

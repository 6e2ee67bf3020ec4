/** `npm run demo`: uses the running system as its users would, prints each request, stops at the first thing that is wrong. */
import './lib/node-version.mjs';
import process from 'node:process';
import { historyDemo } from './demo/history.mjs';
import { jobsDemo } from './demo/jobs.mjs';
import { streamsDemo } from './demo/streams.mjs';
import { useToken } from './demo/transcript.mjs';
import { main } from './lib/command.mjs';
import { Failure, say, seconds } from './lib/console.mjs';
import { systemEnvironment } from './lib/examples.mjs';

/** The addresses that the demo uses, of `known` variables. */
const addresses = (known) => ({
  jobs: known.JOBS_URL,
  streams: known.STREAMS_URL,
  history: known.HISTORY_URL,
  artifacts: known.ARTIFACTS_URL,
});

async function mustRun(urls) {
  for (const [name, url] of Object.entries(urls)) {
    if (name === 'artifacts') continue;
    const ready = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (!ready) throw new Failure(`${name} does not answer at ${url}; start the system with "npm start"`);
  }
}

const COMMAND = {
  usage: 'npm run demo',
  about: 'Uses the running system as its users would, prints each request, stops at the first wrong answer.',
};

await main(COMMAND, async () => {
  const begun = Date.now();
  const run = begun.toString(36);
  const known = { ...systemEnvironment(), ...process.env };
  const urls = addresses(known);
  useToken(known.PORTOLAN_TOKEN);
  await mustRun(urls);
  const { cluster } = await jobsDemo(urls, run);
  const jobCluster = await streamsDemo(urls, run);
  await historyDemo(urls, { clusterId: cluster, jobCluster });
  say(`\nAll of it was as it should be, in ${seconds(Date.now() - begun)}.`);
});

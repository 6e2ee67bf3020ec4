import { historyDemo } from './demo/history.mjs';
import { DEMO_USER, jobsDemo } from './demo/jobs.mjs';
import { streamsDemo } from './demo/streams.mjs';
import { useToken } from './demo/transcript.mjs';
import { requireAccount } from './lib/accounts.mjs';
import { main } from './lib/command.mjs';
import { Failure, say, seconds } from './lib/console.mjs';
import { systemEnvironment } from './lib/examples.mjs';
import { statusOf } from './lib/network.mjs';

async function mustRun(urls) {
  for (const [name, url] of Object.entries(urls).filter(([name]) => name !== 'artifacts'))
    if ((await statusOf(`${url}/health/ready`)) !== 200)
      throw new Failure(`${name} does not answer at ${url}; start the system with "npm start"`);
}

const COMMAND = {
  usage: 'npm run demo',
  about: 'Uses the running system as its users would, prints each request, stops at the first wrong answer.',
};

await main(COMMAND, async () => {
  const begun = Date.now();
  const run = begun.toString(36);
  const known = { ...systemEnvironment(), ...process.env };
  const { JOBS_URL: jobs, STREAMS_URL: streams, HISTORY_URL: history, ARTIFACTS_URL: artifacts } = known;
  const urls = { jobs, streams, history, artifacts };
  useToken(known.PORTOLAN_TOKEN);
  await mustRun(urls);
  requireAccount(DEMO_USER);
  const { cluster } = await jobsDemo(urls, run);
  const jobCluster = await streamsDemo(urls, run);
  await historyDemo(urls, { clusterId: cluster, jobCluster });
  say(`\nEvery check passed, in ${seconds(Date.now() - begun)}.`);
});

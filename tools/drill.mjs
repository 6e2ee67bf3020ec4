/**
 * `npm run drill [-- --pause SECONDS]`: kills parts of the running system while it works and checks that nothing is
 * lost and nothing runs twice. For a system that this repository's `npm start -- --detach` has started. The pause is
 * how long a killed service stays away (60 s by default). `npm run drill -- backup` is the drill of backup and restore.
 */
import './lib/node-version.mjs';
import process from 'node:process';
import { UsageError, wholeNumber } from './lib/arguments.mjs';
import { run } from './lib/commands.mjs';
import { main } from './lib/command.mjs';
import { Failure, say, seconds } from './lib/console.mjs';
import { check, chapter, tell } from './demo/transcript.mjs';
import { backupDrill } from './drill/backup.mjs';
import { DrillJobs } from './drill/jobs.mjs';
import { streamSurvives } from './drill/streams.mjs';
import { systemEnvironment } from './lib/examples.mjs';
import { findRunning } from './lib/processes.mjs';
import { emptyRedis } from './lib/redis-client.mjs';
import * as redis from './lib/redis.mjs';
import { addresses } from './lib/servers.mjs';
import { ROOT } from './lib/settings.mjs';

const RUNNING_JOBS = 20;
const QUEUED_JOBS = 10;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function kill(name) {
  const record = findRunning(name);
  if (!record) throw new Failure(`${name} does not run; start the system with "npm start -- --detach"`);
  say(`$ kill -9 ${record.pid}   # ${name}`);
  process.kill(record.pid, 'SIGKILL');
}

async function startAgain() {
  say('$ npm start -- --detach');
  const { code, tail } = await run(process.execPath, ['tools/start.mjs', '--detach'], { cwd: ROOT });
  check('what was down is up again', code === 0, tail.slice(-5).join('\n'));
}

async function nodeDies(urls, pauseMs) {
  chapter(`A node with ${RUNNING_JOBS} running jobs is killed and comes back after ${seconds(pauseMs)}`);
  const jobs = await DrillJobs.submit(urls.jobs, RUNNING_JOBS, (i) => ({
    lines: Math.ceil(pauseMs / 1000) * (i % 2) + 8,
    exitCode: i % 4,
  }));
  await jobs.all('RUNNING');
  kill('job-orchestration');
  tell('Half of the jobs end while nobody looks.');
  await sleep(pauseMs);
  await startAgain();
  await jobs.endAsTheyShould();
}

async function redisIsEmptied(urls) {
  chapter(`Redis is emptied while ${QUEUED_JOBS} jobs wait for a node`);
  if (!redis.running()) {
    tell('Redis is not ours to empty here: left out.');
    return;
  }
  const holders = await DrillJobs.holdAllMemory(urls.jobs);
  const jobs = await DrillJobs.submit(urls.jobs, QUEUED_JOBS, () => ({
    lines: 2,
    exitCode: 0,
    memory: 10_240,
  }));
  await jobs.all('ACCEPTED');
  say('$ redis-cli FLUSHALL');
  await emptyRedis(addresses().redis);
  await holders.kill();
  await jobs.endAsTheyShould();
}

async function allServicesDie(urls) {
  chapter('Every service is killed while a streaming job runs');
  await streamSurvives(urls.streams, urls.artifacts, async () => {
    for (const name of ['streaming-control', 'history-query', 'job-orchestration']) kill(name);
    await startAgain();
  });
}

const COMMAND = {
  usage: 'npm run drill',
  about:
    'Kills parts of the running system while it works and checks that nothing is lost and nothing runs twice.',
  options: {
    pause: {
      type: 'string',
      value: 'SECONDS',
      default: '60',
      about: 'how long a killed service stays away (60)',
    },
  },
  positionals: { name: 'backup', max: 1, about: 'the drill of backup and restore instead' },
};

await main(COMMAND, async ({ values, positionals: [which] }) => {
  if (which !== undefined && which !== 'backup')
    throw new UsageError(`there is no drill "${which}"; one is "backup"`);
  if (which) return backupDrill();
  const pauseMs = wholeNumber('pause', values.pause, 1) * 1000;
  const known = systemEnvironment();
  const urls = { jobs: known.JOBS_URL, streams: known.STREAMS_URL, artifacts: known.ARTIFACTS_URL };
  const begun = Date.now();
  await nodeDies(urls, pauseMs);
  await redisIsEmptied(urls);
  await allServicesDie(urls);
  say(`\nNothing was lost and nothing ran twice, in ${seconds(Date.now() - begun)}.`);
  return 0;
});

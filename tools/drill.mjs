import { setTimeout as sleep } from 'node:timers/promises';
import { requireAccount } from './lib/accounts.mjs';
import { UsageError, wholeNumber, main } from './lib/command.mjs';
import { run } from './lib/commands.mjs';
import { Failure, say, seconds } from './lib/console.mjs';
import { check, chapter, tell, useToken } from './demo/transcript.mjs';
import { backupDrill } from './drill/backup.mjs';
import { DRILL_USER, DrillJobs, streamSurvives } from './drill/work.mjs';
import { systemEnvironment } from './lib/examples.mjs';
import { findRunning } from './lib/processes.mjs';
import { emptyRedis } from './lib/databases.mjs';
import * as redis from './lib/redis.mjs';
import { addresses, withServers } from './lib/servers.mjs';
import { ROOT } from './lib/settings.mjs';

const RUNNING_JOBS = 20;
const QUEUED_JOBS = 10;

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
  await jobs.areAll('RUNNING');
  kill('job-orchestration');
  tell('Half of the jobs end while the service is away.');
  await sleep(pauseMs);
  await startAgain();
  await jobs.endAsTheyShould();
}

async function redisIsEmptied(urls) {
  chapter(`Redis is emptied while ${QUEUED_JOBS} jobs wait for a node`);
  if (!redis.running()) return tell('Skipped: REDIS_URL names a Redis that may not be emptied.');
  const holders = await DrillJobs.holdAllMemory(urls.jobs);
  const plan = { lines: 2, exitCode: 0, memory: 10_240 };
  const jobs = await DrillJobs.submit(urls.jobs, QUEUED_JOBS, () => plan);
  // Release 3.2 shows every state before RUNNING as INIT.
  await jobs.areAll('ACCEPTED', 'INIT');
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
  options: { pause: { value: 'SECONDS', default: '60', about: 'how long a service stays killed (60)' } },
  positionals: { name: 'backup', max: 1, about: 'the drill of backup and restore instead' },
};

await main(COMMAND, async ({ values, positionals: [which] }) => {
  if (which !== undefined && which !== 'backup')
    throw new UsageError(`unknown drill "${which}": the only one is "backup"`);
  if (which) return withServers('drill', backupDrill);
  const pauseMs = wholeNumber('pause', values.pause, 1) * 1000;
  const known = systemEnvironment();
  useToken(known.PORTOLAN_TOKEN);
  requireAccount(DRILL_USER);
  const urls = { jobs: known.JOBS_URL, streams: known.STREAMS_URL, artifacts: known.ARTIFACTS_URL };
  const begun = Date.now();
  await nodeDies(urls, pauseMs);
  await redisIsEmptied(urls);
  await allServicesDie(urls);
  say(`\nNothing was lost and nothing ran twice, in ${seconds(Date.now() - begun)}.`);
  return 0;
});

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_INTERNAL_TOKEN, TEST_SERVERS, eventually } from '@portolan/service/testing';
import { DataSource, In } from 'typeorm';
import { FireEntity, FirePhase } from '../src/schedules/store/schedule.entity';
import { job, register, startJobs, type JobsService, type Page } from './support';

const REGISTER = join(__dirname, '../../../libs/node/test/register.cjs');
const MAIN = join(__dirname, '../src/main.ts');

/** A controller in a process of its own, which can be killed. */
class Controller {
  private constructor(private readonly child: ChildProcess) {}

  static start({ database, queuePrefix }: JobsService): Controller {
    const child = spawn(process.execPath, ['--conditions=@portolan/source', '-r', REGISTER, MAIN], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...{
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          ROLES: 'controller',
          HOST: '127.0.0.1',
          PORT: '0',
        },
        ...{ DATABASE_URL: database.url, REDIS_URL: TEST_SERVERS.redis, QUEUE_PREFIX: queuePrefix },
        // As in startJobs: what a killed controller was offering is offered again after half a second.
        ...{ SWEEP_MS: '200', OFFER_RESEND_MS: '500', LEASE_MS: '60000' },
        ...{ INTERNAL_TOKEN: TEST_INTERNAL_TOKEN, LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'error' },
      },
    });
    return new Controller(child);
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}

describe('schedules with several controllers that crash', () => {
  let service: JobsService;
  let database: DataSource;
  let controllers: Controller[] = [];
  let notes: string;
  beforeAll(async () => {
    service = await startJobs({ env: { ROLES: 'api,node', NODE_SLOTS: '20', LEASE_MS: '60000' } });
    database = service.app.get(DataSource, { strict: false });
    notes = join(await mkdtemp(join(tmpdir(), 'portolan-notes-')), 'runs');
    await register(service.client);
  });
  afterEach(async () => {
    await Promise.all(controllers.map((one) => one.kill()));
    controllers = [];
  });
  afterAll(() => service.stop());

  const start = (): Controller => {
    const controller = Controller.start(service);
    controllers.push(controller);
    return controller;
  };
  const create = (change: object = {}): Promise<string> => {
    const { user, ...request } = job({ commandArgs: `'echo $PORTOLAN_JOB_ID >> ${notes}'` });
    const every = { cron: '* * * * * *', overlap: 'allow' };
    return service.client.create('schedules', {
      name: 'tick',
      user,
      version: '1',
      ...every,
      request,
      ...change,
    });
  };
  const started = async (id: string): Promise<string[]> => {
    const { body } = await service.client.get<Page>(`/schedules/${id}/fires?outcome=started&size=2000`);
    return (body._embedded?.fireList ?? []).map(({ jobId }) => String(jobId)).reverse();
  };
  const until = (id: string, count: number): Promise<string[]> =>
    eventually(`${count} fires of ${id}`, async () => {
      const jobs = await started(id);
      return jobs.length >= count && jobs;
    });
  /** In one statement: a fire may move from one phase to the next between two. */
  const openFires = (...phases: FirePhase[]) => database.manager.countBy(FireEntity, { phase: In(phases) });
  const runs = async (id: string): Promise<string[]> =>
    (await readFile(notes, 'utf8'))
      .trim()
      .split('\n')
      .filter((one) => one.startsWith(id))
      .sort();

  it('[V3-SCHED-8] fire every time once, with two of them, also when one is killed', async () => {
    const first = start();
    start();
    const id = await create();
    await until(id, 2);
    await first.kill();
    await until(id, 5);
    await service.client.call('POST', `/schedules/${id}/actions/pause`);
    await eventually('all are submitted', async () => {
      // On a busy machine fires from before the pause are not even decided yet.
      return (await openFires(FirePhase.Starting, FirePhase.Due)) === 0;
    });
    const jobs = await started(id);
    for (const jobId of jobs)
      expect(await service.client.ended(jobId)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await runs(id)).toEqual(jobs);
    const seconds = jobs.map((jobId) => Number(jobId.slice(-3, -1)));
    expect(seconds).toEqual(seconds.map((_second, index) => ((seconds[0] ?? 0) + index) % 60));
  });

  it('[V3-SCHED-8] lose and double no fire when all are killed between its row and its job', async () => {
    start();
    const id = await create();
    await until(id, 1);
    const gate = database.createQueryRunner();
    await gate.startTransaction();
    // A new job refers to its command: none can be stored while the command is locked.
    await gate.query('SELECT id FROM commands FOR UPDATE');
    await eventually('a fire is about to start', async () => (await openFires(FirePhase.Starting)) > 0);
    await Promise.all(controllers.map((one) => one.kill()));
    const before = await started(id);
    const [lost] = await database.manager.findBy(FireEntity, { scheduleId: id, phase: FirePhase.Starting });
    await gate.rollbackTransaction();
    await gate.release();
    await service.client.call('POST', `/schedules/${id}/actions/pause`);
    expect(await started(id)).toEqual(before);
    start();
    start();
    const jobs = await eventually('the fire has started', async () => {
      const open = await openFires(FirePhase.Starting, FirePhase.Due);
      return open === 0 && (await started(id));
    });
    expect(jobs.length).toBeGreaterThan(before.length);
    expect(jobs.map((jobId) => jobId.slice(-17))).toContain(
      `-${new Date(lost?.time ?? 0).toISOString().replace(/[-:]|\.000/g, '')}`,
    );
    for (const jobId of jobs) await service.client.ended(jobId);
    expect(await runs(id)).toEqual(jobs);
  });

  it('[V3-SCHED-8] start a fire that was recorded, and not decided', async () => {
    const id = await create({ cron: '0 4 1 1 *' });
    const time = Math.floor(Date.now() / 1000) * 1000 - 60_000;
    const due = {
      scheduleId: id,
      time,
      updated: time,
      origin: 'clock',
      overlap: 'skip',
      phase: 'due',
    } as const;
    await database.manager.insert(FireEntity, {
      ...due,
      outcome: null,
      dueAt: time,
      jobId: null,
      reason: null,
    });
    start();
    const [jobId] = await until(id, 1);
    expect(await service.client.ended(jobId ?? '')).toMatchObject({ status: 'SUCCEEDED' });
  });
});

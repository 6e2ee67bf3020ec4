import { isDeepStrictEqual } from 'node:util';
import { TEST_SERVERS, eventually, lockWaits } from '@portolan/service/testing';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { Overlap } from '../src/schedules/rules/overlap';
import { newFire } from '../src/schedules/firing/new-fire';
import { FireRepository } from '../src/schedules/store/fire.repository';
import {
  FireEntity,
  FireOrigin,
  FireOutcome,
  FirePhase,
  ScheduleEntity,
} from '../src/schedules/store/schedule.entity';
import { fireJobId } from '../src/schedules/rules/fire-id';
import { containing, like, register, startJobs, type Client, type JobsService, type Page } from './support';
import { Gate, SELDOM, Schedules, schedule, type Fire } from './schedules';

// Real processes on a machine shared with other tests.

describe('fires of schedules', () => {
  let service: JobsService;
  let client: Client;
  let schedules: Schedules;
  let database: DataSource;
  beforeAll(async () => {
    service = await startJobs({
      // Load on the machine must not lead to the loss of the node's jobs.
      env: { JOB_ACTIVE_LIMIT_USERS: 'limited=1', NODE_SLOTS: '20', LEASE_MS: '60000' },
    });
    client = service.client;
    schedules = new Schedules(client);
    database = service.app.get(DataSource, { strict: false });
    await register(client);
  });
  afterAll(() => service.stop());

  const row = (id: string) => database.manager.findOneByOrFail(ScheduleEntity, { id });
  /** Simulates an outage since a moment. */
  const sleptSince = (id: string, nextAt: number) =>
    database.manager.update(ScheduleEntity, { id }, { nextAt });

  it('[V3-SCHED-8] start a job each, whose id names the schedule and the time', async () => {
    const id = await schedules.create({ overlap: 'allow' });
    const [first, second] = await schedules.until(id, 'started', 2);
    await schedules.remove(id);
    for (const fire of [first!, second!]) {
      const jobId = `${id}-${fire.time.replace(/[-:]|\.000/g, '')}`;
      expect(fire).toEqual({ time: like(/:\d\d\.000Z$/), outcome: 'started', jobId, reason: null });
      expect(await client.ended(jobId)).toMatchObject({ status: 'SUCCEEDED', name: 'test', user: 'ann' });
    }
    expect(Date.parse(second!.time) - Date.parse(first!.time)).toBe(1000);
  });

  it('[V3-SCHED-23] continue when those of others cannot be computed, until their time zone is known', async () => {
    const unknown = async () => {
      const id = await schedules.create({ overlap: 'allow', timeZone: 'Europe/Berlin' });
      await database.manager.update(ScheduleEntity, { id }, { timeZone: 'Europe/Atlantis' });
      return id;
    };
    const [changed, upgraded] = [await unknown(), await unknown()];
    const id = await schedules.create({ overlap: 'allow' });
    await schedules.until(id, 'started', 2);
    await schedules.remove(id);
    expect((await client.get('/schedules')).status).toBe(200);
    expect(await schedules.read(changed)).toMatchObject({ nextFires: [] });
    const known = schedule({ overlap: 'allow', timeZone: 'Europe/Berlin' });
    expect((await client.call('PUT', `/schedules/${changed}`, known)).status).toBe(204);
    await schedules.until(changed, 'started', 1);
    await schedules.remove(changed);
    const { length } = await schedules.fires(upgraded);
    await database.manager.update(ScheduleEntity, { id: upgraded }, { timeZone: 'Europe/Berlin' });
    await schedules.until(upgraded, 'started', length + 3);
    await schedules.remove(upgraded);
  });

  it('[V3-SCHED-7] are shown with their schedule, the newest one', async () => {
    const id = await schedules.create({ overlap: 'allow' });
    await schedules.until(id, 'started');
    await schedules.act(id, 'pause');
    // A fire that was due before the pause may still be under way.
    await eventually('both show the newest one', async () => {
      const newest = (await schedules.fires(id)).at(-1);
      const { lastFire } = await schedules.read(id);
      const { body } = await client.get<Page>(`/schedules?name=tick&tag=&user=ann&sort=created,desc&size=1`);
      const listed = body._embedded?.scheduleList?.[0];
      return [lastFire, listed?.id === id && listed.lastFire].every((fire) =>
        isDeepStrictEqual(fire, newest),
      );
    });
  });

  it('[V3-SCHED-1] are deleted with their schedule, whose jobs stay', async () => {
    const id = await schedules.create({ cron: SELDOM });
    const jobId = await schedules.trigger(id);
    expect((await schedules.remove(id)).status).toBe(204);
    expect((await client.get(`/schedules/${id}/fires`)).status).toBe(404);
    expect(await client.ended(jobId)).toMatchObject({ status: 'SUCCEEDED' });
  });

  it('[V3-SCHED-10] are skipped while a job runs', async () => {
    const gate = await Gate.create();
    const id = await schedules.create({ request: gate.request });
    const [{ jobId }] = (await schedules.until(id, 'started')) as [Fire];
    const [skipped] = await schedules.until(id, 'skipped');
    expect(skipped).toMatchObject({ jobId: null, reason: `The job ${jobId} has not ended.` });
    expect(await schedules.fires(id, 'outcome=started')).toHaveLength(1);
    await gate.open();
    await schedules.until(id, 'started', 2);
    await schedules.remove(id);
  });

  it('[V3-SCHED-11] wait for the running job with buffer, one of them', async () => {
    const gate = await Gate.create();
    const id = await schedules.create({ overlap: 'buffer', request: gate.request });
    const [skipped] = await schedules.until(id, 'skipped', 2);
    expect(await schedules.outcomes(id)).toEqual(
      expect.arrayContaining(['started', 'buffered', 'skipped', 'skipped']),
    );
    const [buffered] = (await schedules.fires(id, 'outcome=buffered')) as [Fire];
    expect(buffered.jobId).toBeNull();
    expect(skipped?.reason).toBe(`The fire of ${buffered.time} is already waiting.`);
    await schedules.act(id, 'pause');
    await gate.open();
    const started = await schedules.until(id, 'started', 2);
    expect(started[1]).toMatchObject({
      time: buffered.time,
      jobId: fireJobId(id, Date.parse(buffered.time)),
    });
    await schedules.remove(id);
  });

  it('[V3-SCHED-12] replace the running job; the latest starts when it has ended', async () => {
    const gate = await Gate.create();
    const id = await schedules.create({ cron: SELDOM, overlap: 'replace', request: gate.request });
    const running = await schedules.trigger(id);
    await client.until(running, ['RUNNING']);
    const from = Date.parse('2025-01-01T04:00:00Z');
    await schedules.act(id, 'backfill', { from: 1, to: from });
    const [latest] = (await eventually('replaced', async () => {
      const started = await schedules.fires(id, `outcome=started&to=${from}`);
      return started.length > 0 && started;
    })) as [Fire];
    expect(latest.time).toBe('2025-01-01T04:00:00.000Z');
    expect(await client.ended(running)).toMatchObject({
      status: 'KILLED',
      statusMsg: 'Job was killed by user.',
    });
    const skipped = await schedules.fires(id, 'outcome=skipped');
    expect(skipped).toHaveLength(55);
    expect(skipped[0]?.reason).toBe('The fire of 2025-01-01T04:00:00.000Z takes its place.');
    expect(await schedules.fires(id, 'outcome=buffered')).toEqual([]);
    await gate.open();
    await schedules.remove(id);
  });

  it('[V3-SCHED-13] start beside running jobs with allow', async () => {
    const gate = await Gate.create();
    const id = await schedules.create({ overlap: 'allow', request: gate.request });
    const started = await schedules.until(id, 'started', 2);
    await schedules.remove(id);
    for (const { jobId } of started) await client.until(jobId ?? '', ['RUNNING']);
    await gate.open();
    for (const { jobId } of started)
      expect(await client.ended(jobId ?? '')).toMatchObject({ status: 'SUCCEEDED' });
  });

  it('[V3-SCHED-14] are made up when they are younger than catchUpSeconds; older ones are one fire', async () => {
    const id = await schedules.create({ cron: '0 * * * *', overlap: 'skip', catchUpSeconds: 4 * 3600 });
    const hour = 3_600_000;
    const last = Math.floor(Date.now() / hour) * hour;
    await sleptSince(id, last - 9 * hour);
    await schedules.until(id, 'skipped', 3);
    await schedules.until(id, 'started');
    const fires = await schedules.fires(id);
    expect(fires.map(({ time, outcome }) => [(last - Date.parse(time)) / hour, outcome])).toEqual([
      [4, 'missed'],
      [3, 'started'],
      [2, 'skipped'],
      [1, 'skipped'],
      [0, 'skipped'],
    ]);
    expect(fires[0]).toMatchObject({ jobId: null, reason: '6 fires were missed.' });
    expect((await row(id)).nextAt).toBe(last + hour);
    await schedules.remove(id);
  });

  it('[V3-SCHED-14] are recorded, however many, before another cron replaces theirs', async () => {
    // No controller records the fires before the change.
    const idle = await startJobs({ env: { ROLES: 'api' } });
    try {
      const others = new Schedules(idle.client);
      const own = idle.app.get(DataSource, { strict: false });
      const id = await others.create({ cron: '* * * * * *', catchUpSeconds: 3600 });
      const nextAt = Math.floor(Date.now() / 1000 - 500) * 1000;
      await own.manager.update(ScheduleEntity, { id }, { nextAt });
      const patch = [{ op: 'replace', path: '/cron', value: SELDOM }];
      expect((await idle.client.call('PATCH', `/schedules/${id}`, patch)).status).toBe(204);
      const { updated } = await own.manager.findOneByOrFail(ScheduleEntity, { id });
      expect(await own.manager.countBy(FireEntity, { scheduleId: id })).toBe(
        Math.floor((updated - nextAt) / 1000) + 1,
      );
    } finally {
      await idle.stop();
    }
  });

  it('[V3-SCHED-15] are neither made up nor recorded while paused', async () => {
    const id = await schedules.create({ overlap: 'allow' });
    await schedules.until(id, 'started');
    const pause = await schedules.act(id, 'pause');
    expect([pause.status, pause.body]).toEqual([204, '']);
    const pausedAt = (await row(id)).pausedAt ?? 0;
    expect((await schedules.act(id, 'pause')).status).toBe(204);
    expect((await schedules.read(id)).paused).toBe(true);
    await eventually('two seconds have passed', () => Date.now() > pausedAt + 2100);
    const resuming = Date.now();
    expect((await schedules.act(id, 'resume')).status).toBe(204);
    await eventually(
      'it fires again',
      async () => (await schedules.fires(id, `from=${resuming}`)).length > 0,
    );
    const meanwhile = (await schedules.fires(id)).filter(
      ({ time }) => Date.parse(time) > pausedAt && Date.parse(time) < resuming,
    );
    expect(meanwhile).toEqual([]);
    await schedules.remove(id);
    expect((await schedules.act('nowhere', 'pause')).status).toBe(404);
  });

  it('[V3-SCHED-16] are delayed by jitter, and keep their time and id', async () => {
    const id = await schedules.create({ overlap: 'allow', jitterSeconds: 3 });
    const started = await schedules.until(id, 'started', 3);
    await schedules.remove(id);
    for (const { time, jobId } of started) {
      expect(jobId).toBe(fireJobId(id, Date.parse(time)));
      const { body } = await client.get(`/jobs/${jobId}`);
      const delay = Date.parse(body.created as string) - Date.parse(time);
      expect(delay).toBeGreaterThanOrEqual(0);
    }
  });

  it('[V3-SCHED-19] are a page, newest first, with filters whose bounds are included', async () => {
    const id = await schedules.create({ cron: '0 * * * *', paused: true });
    await schedules.act(id, 'backfill', { from: '2026-03-01T00:00:00Z', to: '2026-03-01T03:00:00Z' });
    await schedules.until(id, 'skipped', 3);
    // The fires that it skips may be recorded before the first one has started.
    await schedules.until(id, 'started');
    const { body } = await client.get<Page>(`/schedules/${id}/fires?size=3`);
    expect(body.page).toEqual({ size: 3, totalElements: 4, totalPages: 2, number: 0 });
    expect(body._embedded?.fireList?.map(({ time }) => time)).toEqual([
      '2026-03-01T03:00:00.000Z',
      '2026-03-01T02:00:00.000Z',
      '2026-03-01T01:00:00.000Z',
    ]);
    expect(body._links.self).toEqual({
      href: `${client.url}/api/v3/schedules/${id}/fires{?from,to,outcome}`,
      templated: true,
    });
    const times = async (query: string) =>
      (await schedules.fires(id, query)).map(({ time }) => time.slice(11, 13));
    expect(await times('from=2026-03-01T01:00:00Z&to=2026-03-01T02:00:00Z')).toEqual(['01', '02']);
    expect(await times('from=2026-03-01T01:00:01Z')).toEqual(['02', '03']);
    expect(await times('outcome=started')).toEqual(['00']);
    expect(await times('outcome=started,skipped')).toHaveLength(4);
    await schedules.remove(id);
  });

  it('[V3-SCHED-20] fail when the id of their job is in use, and the schedule continues', async () => {
    const id = await schedules.create({ cron: '0 * * * *', paused: true });
    const taken = fireJobId(id, Date.parse('2026-03-01T00:00:00Z'));
    await client.submit({ id: taken });
    await client.ended(taken);
    const both = { from: '2026-03-01T00:00:00Z', to: '2026-03-01T01:00:00Z', overlap: 'allow' };
    await schedules.act(id, 'backfill', both);
    const [failed] = await schedules.until(id, 'failed');
    expect(failed).toMatchObject({ reason: containing(`A job with id ${taken} already exists`) });
    await schedules.until(id, 'started');
  });

  it('[V3-SCHED-10] count as running while their job is being submitted, whatever the decision waits for', async () => {
    const fires = service.app.get(FireRepository, { strict: false });
    const time = Date.now();
    const how = { origin: FireOrigin.Clock, dueAt: time + 3_600_000, now: time };
    const ids = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((id) => schedules.create({ id, cron: SELDOM })),
    );
    const [first, last] = await Promise.all(
      ['a', 'e'].map(async (id) => ({ ...newFire(await row(id), time, how), phase: FirePhase.Starting })),
    );
    // With few fires the database would read all of them.
    const past = ids.flatMap((id) =>
      Array.from({ length: 500 }, (_one, index) => ({
        ...newFire({ id, overlap: Overlap.Skip }, time - 1000 * (index + 1), how),
        ...{ phase: FirePhase.Over, outcome: FireOutcome.Skipped, dueAt: null },
      })),
    );
    await fires.add([...past, first!, last!], database.manager);
    const running = { phase: FirePhase.Running };
    const submission = database.createQueryRunner();
    await submission.startTransaction();
    await fires.leave(last!, FirePhase.Starting, running, submission.manager);
    const decision = database.transaction((transaction) => fires.open(ids, transaction));
    await eventually('the decision waits', async () => (await lockWaits(database)) === 1);
    let hasLeft = false;
    const leaving = fires.leave(first!, FirePhase.Starting, running).finally(() => (hasLeft = true));
    await eventually(
      'the other is running, or waits itself',
      async () => hasLeft || (await lockWaits(database)) === 2,
    );
    await submission.commitTransaction();
    await submission.release();
    expect((await decision).map(({ scheduleId }) => scheduleId)).toEqual(['a', 'e']);
    await leaving;
    await Promise.all(ids.map((id) => schedules.remove(id)));
  });

  it('[V3-SCHED-9] fail over the limit of active jobs of their user', async () => {
    const gate = await Gate.create();
    const id = await schedules.create({ user: 'limited', overlap: 'allow', request: gate.request });
    const [failed] = await schedules.until(id, 'failed');
    expect(failed).toMatchObject({ jobId: null, reason: 'User exceeded active jobs limit (1/1)' });
    expect(await schedules.fires(id, 'outcome=started')).toHaveLength(1);
    await schedules.remove(id);
    await gate.open();
  });

  it('[V3-SCHED-8] go on when Redis has been emptied', async () => {
    const id = await schedules.create({ overlap: 'allow' });
    await schedules.until(id, 'started');
    const redis = new Redis(TEST_SERVERS.redis);
    const keys = () => redis.keys(`${service.queuePrefix}:job-schedules:*`);
    await redis.del(await redis.keys(`${service.queuePrefix}:*`));
    const emptiedAt = Math.ceil(Date.now() / 1000) * 1000;
    await eventually('the clock is back', async () => (await keys()).some((key) => key.includes('repeat')));
    const after = await eventually('it fires', async () => {
      const found = await schedules.fires(id, `from=${emptiedAt}&outcome=started`);
      return found.length > 3 && found;
    });
    redis.disconnect();
    await schedules.remove(id);
    expect(after.map(({ time }) => Date.parse(time) - emptiedAt).slice(0, 3)).toEqual([0, 1000, 2000]);
  });
});

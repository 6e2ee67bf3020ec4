import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { FireEntity } from '../src/schedules/store/schedule.entity';
import { fireJobId } from '../src/schedules/rules/fire-id';
import { containing, register, startJobs, type Client, type JobsService } from './support';
import { Gate, SELDOM, Schedules, request, type Fire } from './schedules';

// Real processes on a machine shared with other tests.

describe('fires of schedules by hand', () => {
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

  describe('a trigger', () => {
    it('[V3-SCHED-17] fires now, also while paused; the same second gets the same job', async () => {
      const id = await schedules.create({ cron: SELDOM, paused: true, overlap: 'allow' });
      const answers = await Promise.all(Array.from({ length: 8 }, () => schedules.trigger(id)));
      const seconds = new Set((await schedules.fires(id)).map(({ time }) => fireJobId(id, Date.parse(time))));
      expect(new Set(answers)).toEqual(seconds);
      expect(seconds.size).toBeLessThan(8);
      expect(await client.ended(answers[0] ?? '')).toMatchObject({ status: 'SUCCEEDED' });
      expect((await schedules.act('nowhere', 'trigger')).status).toBe(404);
    });

    it('[V3-SCHED-17] is 409 when overlap skips it, and records a skipped fire', async () => {
      const gate = await Gate.create();
      const id = await schedules.create({ cron: SELDOM, request: gate.request });
      const running = await schedules.trigger(id);
      const refused = await eventually('another second', async () => {
        const answer = await schedules.act(id, 'trigger');
        return answer.status !== 202 && answer;
      });
      expect([refused.status, refused.body.message]).toEqual([
        409,
        containing(`The job ${running} has not ended.`),
      ]);
      expect(await schedules.outcomes(id)).toEqual(expect.arrayContaining(['started', 'skipped']));
      await gate.open();
      await client.ended(running);
    });

    it('[V3-SCHED-17] [V3-SCHED-20] reports why no resources can be selected for its job', async () => {
      const nothing = { ...request, clusterCriterias: [{ tags: ['type:none'] }] };
      const id = await schedules.create({ cron: SELDOM, request: nothing });
      const { status, body } = await schedules.act(id, 'trigger');
      expect([status, body.message]).toEqual([412, containing('No clusters available')]);
      const [fire] = (await schedules.fires(id)) as [Fire];
      expect(fire).toMatchObject({ outcome: 'failed', reason: containing('No clusters available') });
      // A submission without a match stores a FAILED job.
      expect(await client.statusOf(fire.jobId ?? '')).toBe('FAILED');
    });
  });

  describe('a backfill', () => {
    const range = { from: '2026-03-01T00:00:00Z', to: '2026-03-01T05:00:00Z' };

    it('[V3-SCHED-18] creates the fires of a range, ends included, without those that exist', async () => {
      const id = await schedules.create({ cron: '0 * * * *', start: '2030-01-01T00:00:00Z', paused: true });
      const first = await schedules.act(id, 'backfill', {
        ...range,
        to: '2026-03-01T02:00:00Z',
        overlap: 'allow',
      });
      expect([first.status, first.body]).toEqual([202, { fires: 3 }]);
      const rest = await schedules.act(id, 'backfill', { ...range, overlap: 'allow' });
      expect(rest.body).toEqual({ fires: 3 });
      expect((await schedules.act(id, 'backfill', range)).body).toEqual({ fires: 0 });
      const started = await schedules.until(id, 'started', 6);
      expect(started.map(({ time }) => time.slice(11, 13))).toEqual(['00', '01', '02', '03', '04', '05']);
      for (const { jobId } of started)
        expect(await client.ended(jobId ?? '')).toMatchObject({ status: 'SUCCEEDED' });
    });

    it('[V3-SCHED-18] runs them one after another with buffer', async () => {
      const notes = join(await mkdtemp(join(tmpdir(), 'portolan-notes-')), 'runs');
      const commandArgs = `'echo begin >> ${notes}; sleep 0.1; echo end >> ${notes}'`;
      const id = await schedules.create({ cron: '0 * * * *', request: { ...request, commandArgs } });
      await schedules.act(id, 'backfill', { ...range, overlap: 'buffer' });
      const started = await schedules.until(id, 'started', 6);
      await client.ended(started.at(-1)?.jobId ?? '');
      const runs = (await readFile(notes, 'utf8')).trim().split('\n');
      expect(runs).toEqual(Array.from({ length: 6 }, () => ['begin', 'end']).flat());
      await schedules.remove(id);
    });

    it('[V3-SCHED-18] of more than 1,000 fires is 400, and creates none', async () => {
      const id = await schedules.create({ cron: '* * * * *', paused: true });
      const minute = (count: number) => ({ from: 0, to: count * 60_000 });
      const { status, body } = await schedules.act(id, 'backfill', minute(1000));
      expect([status, body.message]).toEqual([400, containing('more than 1000')]);
      expect(await schedules.fires(id)).toEqual([]);
      expect(await database.manager.countBy(FireEntity, { scheduleId: id })).toBe(0);
      expect((await schedules.act(id, 'backfill', { ...minute(999), overlap: 'skip' })).body).toEqual({
        fires: 1000,
      });
      await schedules.until(id, 'skipped', 999);
    });

    it.each<[string, object]>([
      ['from', { to: range.to }],
      ['to', { from: range.from }],
      ['from', { ...range, from: 'then' }],
      ['to', { from: range.to, to: range.from }],
      ['overlap', { ...range, overlap: 'all' }],
    ])('[V3-SCHED-18] is 400 that names %s: %j', async (field, body) => {
      const id = await schedules.create({ cron: '0 * * * *', paused: true });
      const answer = await schedules.act(id, 'backfill', body);
      expect([answer.status, answer.body.message]).toEqual([400, containing(field)]);
    });
  });
});

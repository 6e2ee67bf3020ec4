import { readFile } from 'node:fs/promises';
import { eventually } from '@portolan/service/testing';
import { DataSource } from 'typeorm';
import { JobEntity } from '../src/jobs/job.entity';
import { outputOf, register, some, startJobs, type Client, type JobsService } from './support';

// Real processes on a machine shared with other tests.
describe('a killed job', () => {
  let service: JobsService;
  let client: Client;
  beforeAll(async () => {
    service = await startJobs({ env: { KILL_SWEEP_MS: '100' } });
    client = service.client;
    await register(client);
  });
  afterAll(() => service.stop());

  const output = (id: string, path: string, headers?: Record<string, string>) =>
    outputOf(service, id, path, headers);

  const pidFile = async (id: string, name: string) =>
    eventually(`${name} of ${id}`, async () => {
      const { status, text } = await output(id, `/${name}`);
      return status === 200 && /^\d+\n$/.test(text) && Number(text);
    });
  const gone = (pid: number) =>
    eventually(`process ${pid} is gone`, async () => {
      const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return state === '' || state.includes(' Z ');
    });
  const kill = async (id: string) => {
    const { status, body } = await client.call('DELETE', `/jobs/${id}`);
    expect([status, body]).toEqual([202, '']);
  };

  it('[V3-JOB-14] while it runs is KILLED, and a second kill changes nothing', async () => {
    const id = await client.submit({ commandArgs: `'echo $$ > pid; sleep 60'` });
    const pid = await pidFile(id, 'pid');
    await client.until(id, ['RUNNING']);
    await kill(id);
    const ended = await client.ended(id);
    expect(ended).toMatchObject({ status: 'KILLED', statusMsg: 'Job was killed by user.' });
    expect(ended.finished).toEqual(some(String));
    await gone(pid);
    await kill(id);
    expect((await client.get(`/jobs/${id}`)).body).toEqual(ended);
    expect((await client.call('DELETE', '/jobs/nowhere')).status).toBe(404);
  });

  it('[V3-JOB-14] ends although it traps TERM', async () => {
    const id = await client.submit({
      commandArgs: `'trap "" TERM; echo $$ > pid; while true; do sleep 1; done'`,
    });
    const pid = await pidFile(id, 'pid');
    await kill(id);
    expect((await client.ended(id)).status).toBe('KILLED');
    await gone(pid);
  });

  it('[V3-JOB-14] ends with the processes it started by setsid', async () => {
    const id = await client.submit({
      commandArgs: `'setsid bash -c "echo \\$\\$ > pid; exec sleep 60" & wait'`,
    });
    const pid = await pidFile(id, 'pid');
    await kill(id);
    expect((await client.ended(id)).status).toBe('KILLED');
    await gone(pid);
  });

  it('[V3-JOB-32] ends although the process that recorded its kill has died', async () => {
    const hold = { commandArgs: `'sleep 60'` };
    const running = await client.submit(hold);
    const waiting = await client.submit({ ...hold, dependsOn: [{ id: running, condition: 'finished' }] });
    await client.until(running, ['RUNNING']);
    const recorded = { killRequestedAt: Date.now() - 60_000 };
    const database = service.app.get(DataSource, { strict: false });
    for (const id of [waiting, running]) {
      await database.manager.update(JobEntity, { id }, recorded);
      expect(await client.ended(id)).toMatchObject({
        status: 'KILLED',
        statusMsg: 'Job was killed by user.',
      });
    }
  });

  it('[V3-JOB-14] while it waits for a node is KILLED at once', async () => {
    const full = await client.submit({ commandArgs: `'sleep 60'`, memory: 4096 });
    await client.until(full, ['RUNNING']);
    const queued = await client.submit({ memory: 4096 });
    expect(await client.statusOf(queued)).toBe('ACCEPTED');
    await kill(queued);
    expect((await client.get(`/jobs/${queued}`)).body).toMatchObject({
      status: 'KILLED',
      statusMsg: 'Job was killed by user.',
      started: null,
      finished: null,
    });
    await kill(full);
    expect((await client.ended(full)).status).toBe('KILLED');
  });
});

import { ArchiveOutcome, LaunchOutcome, LaunchPhase, type LaunchSnapshot } from '@portolan/launches';
import { ClaimsService, LaunchEventsGateway } from '@portolan/launches/testing';
import { DataSource } from 'typeorm';
import { register, startJobs, type JobsService, type Shown } from './support';

const NODE = { nodeId: 'node-of-tests', nodeUrl: 'http://127.0.0.1:1', host: 'host-of-tests' };
/** More than the column of the job takes: the report cannot be stored. */
const IMPOSSIBLE = 2 ** 40;

describe('reports about several jobs that are stored together', () => {
  let service: JobsService;
  let launchIds: Map<string, string>;

  beforeAll(async () => {
    service = await startJobs({ env: { ROLES: 'api,controller' } });
    await register(service.client);
  });
  afterAll(() => service.stop());

  const launchOf = async (jobId: string): Promise<string> => {
    const sql = 'SELECT launch_id AS launchId FROM jobs WHERE id = ?';
    const rows = await service.app
      .get(DataSource, { strict: false })
      .query<{ launchId: string | null }[]>(sql, [jobId]);
    return rows[0]?.launchId ?? '';
  };
  const report = (jobId: string, sequence: number, change: Partial<LaunchSnapshot>): Promise<void> =>
    service.app.get(LaunchEventsGateway, { strict: false }).store({
      launchId: launchIds.get(jobId) ?? '',
      nodeId: NODE.nodeId,
      token: 'token',
      sequence,
      phase: LaunchPhase.Ended,
      outcome: LaunchOutcome.Exited,
      ports: {},
      startedAt: 1000,
      finishedAt: 2000,
      ...change,
    });
  const shown = async (id: string): Promise<Shown> => (await service.client.get(`/jobs/${id}`)).body;
  const executionOf = async (id: string): Promise<Shown> =>
    (await service.client.get(`/jobs/${id}/execution`)).body;

  /** Submits these jobs and lets one node claim all of them at once. */
  async function claimed(ids: readonly string[]): Promise<void> {
    launchIds = new Map();
    for (const id of ids) {
      await service.client.submit({ id });
      launchIds.set(id, await launchOf(id));
    }
    const claims = service.app.get(ClaimsService, { strict: false });
    const facts = { ...NODE, agentCluster: 'default', freeSlots: 9, freeMemoryMb: 999, ports: {} };
    const claim = (id: string) => claims.claim(launchIds.get(id) ?? '', { ...facts, token: 'token' });
    expect(await Promise.all(ids.map(claim))).toEqual(ids.map(() => ({ decision: 'go' })));
    for (const id of ids)
      expect(await shown(id)).toMatchObject({ status: 'CLAIMED', statusMsg: 'A node has claimed it.' });
  }

  it.each([
    ['one transaction', 3],
    ['transactions of their own, because one of them cannot be stored', IMPOSSIBLE],
  ])('change each job by its own report, in %s', async (_how, exitCode) => {
    const faulty = exitCode === IMPOSSIBLE;
    const named = (name: string): string => `${name}-${faulty ? 'alone' : 'together'}`;
    const ids = ['first', 'runs', 'succeeds', 'fails', 'other', 'unset', 'killed'].map(named);
    const [first = '', runs = '', succeeds = '', fails = '', other = '', unset = '', killed = ''] = ids;
    const after = named('after');
    await claimed(ids);
    await service.client.submit({ id: after, dependsOn: [succeeds, { id: fails, condition: 'failed' }] });
    await service.client.call('DELETE', `/jobs/${killed}`);
    const stored = await Promise.allSettled([
      // The service stores those together that arrive during the first one.
      report(first, 1, { exitCode: 0 }),
      report(runs, 1, { phase: LaunchPhase.Running, processId: 17 }),
      report(succeeds, 1, { exitCode: 0, stdoutBytes: 5, archive: ArchiveOutcome.Archived }),
      report(fails, 1, { exitCode: 4, archive: ArchiveOutcome.Failed }),
      report(other, 1, { exitCode, archive: ArchiveOutcome.Archived }),
      report(unset, 1, { exitCode: 1, setupFailed: true }),
      report(killed, 1, { outcome: LaunchOutcome.Stopped, stopReason: 'owner', exitCode: 143 }),
    ]);
    expect(stored.map(({ status }) => status === 'fulfilled')).toEqual(
      ids.map((id) => id !== other || !faulty),
    );
    const seen = await Promise.all(ids.map(shown));
    expect(seen.map(({ status, statusMsg }) => [status, statusMsg])).toEqual([
      ['SUCCEEDED', 'Job finished successfully.'],
      ['RUNNING', 'Job is Running.'],
      ['SUCCEEDED', 'Job finished successfully.'],
      ['FAILED', 'Job failed: exit code 4.'],
      faulty ? ['CLAIMED', 'A node has claimed it.'] : ['FAILED', 'Job failed: exit code 3.'],
      ['FAILED', 'Job script failed during setup. See setup log for details'],
      ['KILLED', 'Job was killed by user.'],
    ]);
    expect(await Promise.all(ids.map(executionOf))).toMatchObject([
      { exitCode: 0, archiveStatus: 'PENDING' },
      { exitCode: null, processId: 17 },
      { exitCode: 0, archiveStatus: 'ARCHIVED' },
      { exitCode: 4, archiveStatus: 'FAILED' },
      faulty ? { exitCode: null, archiveStatus: 'PENDING' } : { exitCode: 3, archiveStatus: 'ARCHIVED' },
      { exitCode: 1, archiveStatus: 'PENDING' },
      { exitCode: 143, archiveStatus: 'PENDING' },
    ]);
    // Both dependencies have ended, and started their dependent.
    expect(await shown(after)).toMatchObject({ status: 'ACCEPTED' });
    expect(await launchOf(after)).not.toBe('');
    await report(other, 2, { exitCode: 5 });
    expect(await shown(other)).toMatchObject({ statusMsg: `Job failed: exit code ${faulty ? 5 : 3}.` });
  });
});

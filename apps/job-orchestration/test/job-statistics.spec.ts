import { DataSource } from 'typeorm';
import { job, register, startJobs, type Client, type JobsService, type Page } from './support';

interface Hour {
  from: string;
  started: number;
  succeeded: number;
  failed: number;
  killed: number;
  waits: { p50Ms: number; p95Ms: number; maxMs: number } | null;
}

describe('figures of jobs', () => {
  let service: JobsService;
  let client: Client;
  beforeAll(async () => {
    service = await startJobs();
    client = service.client;
    await register(client);
  });
  afterAll(() => service.stop());

  const found = async (query: string): Promise<number> =>
    (await client.get<Page>(`/jobs?size=1&${query}`)).body.page.totalElements;

  it('[V3-JOB-35] [V3-JOB-36] count jobs by node, and by hour with their waits', async () => {
    const id = await client.submit();
    await client.ended(id);
    const array = await client.submit({ array: { size: 2 } });
    await client.ended(array);
    const attempts = (await client.get<{ nodeId: string }[]>(`/jobs/${id}/attempts`)).body;
    const node = String(attempts[0]?.nodeId);
    expect(await found(`nodeId=${node}&id=${id}`)).toBe(1);
    expect(await found(`nodeId=${node}&arrayId=${array}`)).toBe(2);
    expect(await found('nodeId=another')).toBe(0);

    const unknown = { commandCriteria: ['type:none'] };
    expect((await client.call('POST', '/jobs', job(unknown))).status).toBe(412);

    // Two jobs of an hour ago, whose waits are known.
    const hourAgo = Date.now() - 3_600_000;
    const database = service.app.get(DataSource, { strict: false });
    for (const [name, status, wait] of [
      ['early', 'FAILED', 1000],
      ['late', 'KILLED', 60_000],
    ] as const) {
      const jobId = await client.submit({ name });
      await client.ended(jobId);
      const times = [hourAgo - wait, hourAgo, hourAgo, status, jobId];
      await database.query(
        'UPDATE jobs SET created = ?, started = ?, finished = ?, status = ? WHERE id = ?',
        times,
      );
    }
    const { hours } = (await client.get<{ hours: Hour[] }>('/jobStatistics')).body;
    expect(hours).toHaveLength(24);
    const then = hours.find(({ from }) => Date.parse(from) === Math.floor(hourAgo / 3_600_000) * 3_600_000);
    expect(then).toMatchObject({ started: 2, succeeded: 0, failed: 1, killed: 1 });
    const { p50Ms = 0, p95Ms = 0, maxMs = 0 } = then?.waits ?? {};
    expect(Math.abs(p50Ms - 1000)).toBeLessThanOrEqual(50);
    expect(Math.abs(p95Ms - 60_000)).toBeLessThanOrEqual(3000);
    expect(maxMs).toBe(p95Ms);
    const sum = (of: (hour: Hour) => number): number => hours.reduce((total, hour) => total + of(hour), 0);
    // An array counts once, and its elements do not.
    expect(sum(({ succeeded }) => succeeded)).toBe(2);
    expect(sum(({ failed }) => failed)).toBe(2);
  });
});

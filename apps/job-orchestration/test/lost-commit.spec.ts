import { TcpProxy, createTestDatabase } from '@portolan/service/testing';
import { migrations } from '../migrations';
import { job, register, startJobs, type JobsService } from './support';

describe('a submission whose commit succeeded without an answer', () => {
  let proxy: TcpProxy;
  let service: JobsService;

  beforeAll(async () => {
    const database = await createTestDatabase(migrations);
    const direct = new URL(database.url);
    proxy = await TcpProxy.start(direct.hostname, Number(direct.port || 3306));
    direct.host = `127.0.0.1:${proxy.port}`;
    service = await startJobs({ database: { url: direct.href, drop: () => database.drop() } });
    await register(service.client);
  });

  afterAll(async () => {
    await service.stop();
    await proxy.stop();
  });

  it('is answered 503; the job is stored, and has its attachments when it runs', async () => {
    const id = 'lost-commit';
    const form = new FormData();
    const request = JSON.stringify(job({ id, commandArgs: "'cat given.txt'" }));
    form.append('request', new Blob([request], { type: 'application/json' }));
    form.append('attachment', new Blob(['given\n']), 'given.txt');
    // A packet with the query COMMIT, not READ COMMITTED; for MySQL 9 it begins with an empty list of attributes.
    proxy.loseAnswerTo(/\x03(?:\x00\x01)?COMMIT/, id);
    const answer = await fetch(`${service.url}/api/v3/jobs`, {
      method: 'POST',
      body: form,
      signal: AbortSignal.timeout(180_000),
    });
    expect(answer.status).toBe(503);
    expect((await service.client.ended(id)).status).toBe('SUCCEEDED');
    const output = await fetch(`${service.url}/api/v3/jobs/${id}/output/stdout`);
    expect(await output.text()).toBe('given\n');
  });
});

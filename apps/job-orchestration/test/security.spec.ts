import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TEST_INTERNAL_TOKEN, TEST_SERVERS } from '@portolan/service/testing';
import { register, startJobs, type JobsService } from './support';

describe('the inputs and calls of a job', () => {
  const called: string[] = [];
  let server: Server;
  let service: JobsService;
  let port: number;
  beforeAll(async () => {
    server = createServer((request, response) => {
      called.push(request.url ?? '');
      response.end('credentials');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    service = await startJobs({ env: { OUTBOUND_ALLOWED: '' } });
    await register(service.client);
  });
  afterAll(async () => {
    await service.stop();
    server.close();
  });

  it.each(['dependencies', 'configs', 'setupFile'])(
    'exclude local addresses: %s end the job, with the reason, before any call',
    async (field) => {
      const address = `http://localhost:${port}/latest/meta-data`;
      const id = await service.client.submit({ [field]: field === 'setupFile' ? address : [address] });
      const ended = await service.client.ended(id);
      expect([ended.status, ended.statusMsg]).toEqual([
        'FAILED',
        expect.stringContaining('localhost is not in OUTBOUND_ALLOWED'),
      ]);
      expect(called).toEqual([]);
    },
  );

  it('exclude the environment of its node', async () => {
    process.env.SECRET_OF_THE_NODE = 'do-not-tell';
    const id = await service.client.submit({ commandArgs: `'env; cat /proc/self/environ'` });
    delete process.env.SECRET_OF_THE_NODE;
    await service.client.ended(id);
    const { body } = await service.client.get<string>(`/jobs/${id}/output/stdout`);
    expect(body).toContain('PORTOLAN_LAUNCH_ID');
    for (const secret of [TEST_INTERNAL_TOKEN, service.database.url, TEST_SERVERS.redis, 'do-not-tell'])
      expect(body).not.toContain(secret);
  });
});

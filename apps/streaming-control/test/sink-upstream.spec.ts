import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@portolan/service/testing';
import { SinkUpstream } from '../src/job-output/sink-upstream';

describe('the connection to a sink', () => {
  let server: Server;
  let requests = 0;
  let urls: string[] = [];
  let answers: number[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const status = answers[Math.min(requests, answers.length - 1)] ?? 500;
      requests += 1;
      urls.push(request.url ?? '');
      response.writeHead(status);
      if (status === 200) response.write(`id: w:${requests}\ndata: a\n\n`);
      if (status === 200 && requests < answers.length) response.end();
      if (status !== 200) response.end('{"error":"no such filter"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    requests = 0;
    urls = [];
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  function open(statuses: number[], hasEventIds = false) {
    answers = statuses;
    const heard: string[] = [];
    const reader = {
      frames: ({ messages }: { messages: number }) => heard.push(`${messages} messages`),
      lost: () => heard.push('lost'),
      answered: () => heard.push(upstream.answer),
    };
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?a=1`;
    const upstream: SinkUpstream = new SinkUpstream({ url, hasEventIds }, reader);
    return { upstream, heard };
  }

  const after = (id: string): string => `/?afterEventIds=${encodeURIComponent(id)}&a=1`;

  it('is retried when the sink is not ready, has failed or belongs to another worker', async () => {
    const { upstream, heard } = open([503, 421, 500, 200]);
    await eventually('frames', () => heard.length === 3);
    expect([heard, requests]).toEqual([['failed', 'open', '1 messages'], 4]);
    upstream.close();
  });

  it('is not retried when the sink refuses the parameters', async () => {
    const { upstream, heard } = open([503, 400, 200]);
    await eventually('the refusal', () => heard.length === 2);
    // Longer than the pauses before the second and third attempts.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect([heard, upstream.refusal, requests]).toEqual([['failed', 'refused'], 'no such filter', 2]);
    upstream.close();
  });

  it('[V1-STREAM-15] goes on after the last event when it is opened again', async () => {
    const { upstream } = open([200, 200, 500, 200], true);
    await eventually('the last request', () => urls.length === 4);
    expect(urls).toEqual(['/?a=1', ...['w:1', 'w:2', 'w:2'].map(after)]);
    upstream.close();
  });
});

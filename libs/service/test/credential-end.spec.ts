import { get, type IncomingMessage } from 'node:http';
import { Controller, Get, Module, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  ServiceConfig,
  beginEvents,
  publicMessage,
  whenClosed,
  writeFrames,
  type ServiceDefinition,
} from '../src/index';
import { eventually, startTestService, type TestService } from '../src/testing';
import { TestIssuer } from '../src/testing/auth';

const closed: string[] = [];
/** Headers of requests whose streams have begun. */
const kept: string[] = [];

@Controller('api')
class EventsController {
  @Get('quiet')
  quiet(@Res() reply: FastifyReply): void {
    const response = beginEvents(reply);
    const { headers, raw } = reply.request;
    kept.push(...Object.keys(headers), ...raw.rawHeaders);
    response.write('data: begun\n\n');
    whenClosed(response, () => closed.push('quiet'));
  }

  /** Sends as much as the client accepts. */
  @Get('flood')
  async flood(@Res() reply: FastifyReply): Promise<void> {
    const response = beginEvents(reply);
    const client = new AbortController();
    response.once('close', () => closed.push('cut off'));
    whenClosed(response, () => client.abort());
    const frame = `data: ${'x'.repeat(65_536)}\n\n`;
    async function* frames(): AsyncGenerator<string> {
      for (;;) yield await Promise.resolve(frame);
    }
    await writeFrames(response, frames(), client.signal);
    closed.push('flood');
  }
}

@Module({ controllers: [EventsController] })
class EventsModule {}

const definition: ServiceDefinition<ServiceConfig> = {
  name: 'events',
  title: 'Events',
  description: 'A service for tests',
  version: '1',
  config: ServiceConfig,
  modules: () => [EventsModule],
  entities: [],
  migrations: [],
  errors: { body: (context) => ({ message: publicMessage(context) }) },
};

describe('a stream of server-sent events', () => {
  let issuer: TestIssuer;
  let service: TestService;
  beforeAll(async () => {
    issuer = await TestIssuer.start();
    const env = { AUTH_MODE: 'oauth2', ...issuer.settings, AUTH_CLOCK_TOLERANCE_MS: '0' };
    service = await startTestService(definition, { env });
  });
  afterAll(async () => {
    await service.stop();
    await issuer.stop();
  });

  it('ends cleanly, with the reason, when its token expires', async () => {
    const open = (bearer: string) =>
      fetch(`${service.url}/api/quiet`, { headers: { authorization: `Bearer ${bearer}` } });
    const other = await open(await issuer.token({ roles: ['reader'] }));
    const { token, opened } = await issuer.openBriefly({ roles: ['reader'] }, async (brief) => {
      const stream = await open(brief);
      return stream.ok ? stream : undefined;
    });
    const text = await opened.text();
    expect(text).toBe('data: begun\n\n: the credential that opened this stream has expired\n\n');
    expect(closed).toEqual(['quiet']);
    expect((await open(token)).status).toBe(401);
    await other.body?.cancel();
    // An open stream keeps no copy of its token.
    expect(kept).toEqual([]);
  });

  it('is cut off some seconds later when its client does not read', async () => {
    const { opened: response } = await issuer.openBriefly({ roles: ['reader'] }, async (token) => {
      const request = get(`${service.url}/api/flood?access_token=${token}`, { agent: false });
      const answer = await new Promise<IncomingMessage>((resolve) => request.on('response', resolve));
      answer.on('error', () => undefined);
      return answer.statusCode === 200 ? answer : undefined;
    });
    await eventually('nothing more is made for it', () => closed.includes('flood'));
    expect(closed).not.toContain('cut off');
    await eventually('the connection is gone', () => closed.includes('cut off'));
    const gone = new Promise((resolve) => response.once('close', resolve));
    response.resume();
    await gone;
    expect(response.complete).toBe(false);
  });
});

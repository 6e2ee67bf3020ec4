import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, HttpCode, Module, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  Access,
  Role,
  ServiceConfig,
  beginEvents,
  publicMessage,
  type AuditEntry,
  type ServiceDefinition,
} from '../src/index';
import { TraceCollector, eventually, startTestService, type TestService } from '../src/testing';

let begun = 0;
let goOn: () => void = () => undefined;

@Access(Role.Submitter)
@Controller('api')
class SlowController {
  @Post('slow')
  @HttpCode(202)
  async slow(): Promise<object> {
    begun += 1;
    await new Promise<void>((resolve) => (goOn = resolve));
    return { done: true };
  }

  @Post('stream')
  stream(@Res() reply: FastifyReply): void {
    beginEvents(reply).write(': hello\n\n');
  }
}

@Module({ controllers: [SlowController] })
class SlowModule {}

const definition: ServiceDefinition<ServiceConfig> = {
  name: 'slow',
  title: 'Slow',
  description: 'A service for tests',
  version: '1',
  config: ServiceConfig,
  modules: () => [SlowModule],
  entities: [],
  migrations: [],
  errors: { body: (context) => ({ code: context.status, message: publicMessage(context) }) },
};

const folder = mkdtempSync(join(tmpdir(), 'portolan-hang-up-'));
const audit = join(folder, 'audit.log');
const collector = new TraceCollector();
let service: TestService;

beforeAll(async () => {
  service = await startTestService(definition, {
    env: { AUDIT_LOG_FILE: audit, OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start() },
  });
});
afterAll(async () => {
  goOn();
  await service.stop();
  await collector.stop();
  rmSync(folder, { recursive: true, force: true });
});

const post = (path: string) => {
  const { port } = new URL(service.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`);
  return socket;
};

const auditOf = (route: string): AuditEntry[] =>
  readFileSync(audit, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AuditEntry)
    .filter((entry) => entry.route === route);

const answers = async (route: string, status: number): Promise<number> => {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const count = new RegExp(`_count\\{method="POST",route="${route}",status="${status}"\\} (\\d+)`).exec(
    metrics,
  );
  return Number(count?.[1] ?? 0);
};

const spans = (route: string) => collector.spans.filter((span) => span.name === `POST ${route}`);

describe('a request whose client hangs up', () => {
  it('before the response, is audited, counted and traced once, with the status of the unsent response', async () => {
    const socket = post('/api/slow');
    await eventually('it is being served', () => begun === 1);
    socket.destroy();
    // Waits until the service has detected the disconnect.
    await new Promise((resolve) => setTimeout(resolve, 50));
    goOn();
    const [entry] = await eventually(
      'it is audited',
      () => auditOf('/api/slow').length > 0 && auditOf('/api/slow'),
    );
    expect(entry).toMatchObject({ method: 'POST', status: 202, outcome: 'done' });
    await eventually('it is traced', () => spans('/api/slow').length > 0);
    expect([auditOf('/api/slow').length, await answers('/api/slow', 202), spans('/api/slow').length]).toEqual(
      [1, 1, 1],
    );
  });

  it('while it reads a stream, is audited at the start, counted and traced at the end', async () => {
    const socket = post('/api/stream');
    await eventually('it is audited', () => auditOf('/api/stream').length === 1);
    expect([auditOf('/api/stream')[0]?.status, await answers('/api/stream', 200)]).toEqual([200, 0]);
    socket.destroy();
    await eventually('it is counted', async () => (await answers('/api/stream', 200)) === 1);
    await eventually('it is traced', () => spans('/api/stream').length === 1);
    expect(auditOf('/api/stream')).toHaveLength(1);
  });
});

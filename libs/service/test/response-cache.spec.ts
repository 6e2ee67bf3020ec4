import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Get, HttpCode, Module, Post } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import {
  Access,
  CachedResponse,
  Describe,
  ErrorKind,
  Role,
  ServiceConfig,
  ServiceError,
  publicMessage,
  type ServiceDefinition,
} from '../src/index';
import { eventually, startTestService, type TestService } from '../src/testing';

/** The state that the handlers below read; `held` delays a read after it has got its value. */
const state = { value: 'first', reads: 0, held: Promise.resolve(), fails: false };

@Controller('api/values')
class ValuesController {
  @Get()
  @CachedResponse()
  @Describe('List values', { id: 'listValues' })
  async list(): Promise<object> {
    const { value } = state;
    state.reads += 1;
    await state.held;
    if (state.fails) throw new ServiceError(ErrorKind.Unavailable, 'not now');
    return { value };
  }

  @Post()
  @Access(Role.Submitter)
  @HttpCode(204)
  @Describe('Change values', { id: 'changeValues' })
  change(): void {
    state.value = 'changed';
  }

  @Post('report')
  @Access(Role.Submitter)
  @HttpCode(204)
  @Describe('Report', { id: 'report' })
  report(): void {
    return;
  }
}

@Module({ controllers: [ValuesController] })
class ValuesModule {}

const definition: ServiceDefinition<ServiceConfig> = {
  name: 'values',
  title: 'Values',
  description: 'A service for tests',
  version: '1',
  config: ServiceConfig,
  modules: () => [ValuesModule],
  entities: [],
  migrations: [],
  reports: ['/api/values/report'],
  errors: { body: (context) => ({ message: publicMessage(context) }), statuses: {} },
};

describe('a cached response', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(definition, { env: { LOG_LEVEL: 'silent' } });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    Object.assign(state, { value: 'first', held: Promise.resolve(), fails: false });
    await delay(250);
    state.reads = 0;
  });

  const list = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${service.url}/api/values`, { method, headers });
  const value = async () => ((await (await list()).json()) as { value: string }).value;
  /** Sends requests until they fit into the 200 ms of a kept response, which they may exceed on a busy machine. */
  const whileKept = async <T>(send: () => Promise<T>): Promise<T> => {
    const { sent } = await eventually('the requests take less than 200 ms', async () => {
      await delay(250);
      state.reads = 0;
      const begun = performance.now();
      const sent = await send();
      return performance.now() - begun < 200 && { sent };
    });
    return sent;
  };
  /** Delays reads until the returned function is called. */
  const hold = () => {
    let release: () => void = () => undefined;
    state.held = new Promise((resolve) => (release = resolve));
    return release;
  };

  it('is read once for many requests, with the same bytes, type and entity tag', async () => {
    const [first, second] = await whileKept(async () => [await list(), await list()] as const);
    expect(state.reads).toBe(1);
    expect(second.headers.get('etag')).toMatch(/^"[\w-]{27}"$/);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await second.text()).toBe(await first.text());
  });

  it('is 304 without a body for a client that has it, whether kept or made', async () => {
    const tag = (await list()).headers.get('etag') ?? '';
    for (const names of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const statuses = await whileKept(async () => {
        const answers = [await list({ 'if-none-match': names }), await list({ 'if-none-match': names })];
        for (const answer of answers)
          expect([answer.headers.get('etag'), await answer.text()]).toEqual([tag, '']);
        return answers.map(({ status }) => status);
      });
      expect([statuses, state.reads]).toEqual([[304, 304], 1]);
    }
    expect((await list({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is never older than 200 ms', async () => {
    await value();
    state.value = 'changed elsewhere';
    const changed = performance.now();
    const old: number[] = [];
    for (let begun = changed; begun < changed + 300; begun = performance.now()) {
      if ((await value()) === 'first') old.push(begun - changed);
      await delay(5);
    }
    expect(old.filter((ms) => ms >= 200)).toEqual([]);
  });

  it('does not survive a write of a client', async () => {
    await value();
    await fetch(`${service.url}/api/values`, { method: 'POST' });
    expect(await value()).toBe('changed');
  });

  it('does not survive a signal of its process', async () => {
    await value();
    state.value = 'signalled';
    service.app.get(Signals).send('values');
    expect(await value()).toBe('signalled');
  });

  it('survives the reports of launched processes', async () => {
    await whileKept(async () => {
      await value();
      await fetch(`${service.url}/api/values/report`, { method: 'POST' });
      await value();
    });
    expect(state.reads).toBe(1);
  });

  it('is not kept when it was read before a write', async () => {
    const release = hold();
    const early = list();
    while (state.reads === 0) await delay(1);
    await fetch(`${service.url}/api/values`, { method: 'POST' });
    const late = value();
    while (state.reads === 1) await delay(1);
    release();
    expect(await (await early).json()).toEqual({ value: 'first' });
    expect(await late).toBe('changed');
    expect(await value()).toBe('changed');
  });

  it('is shared by requests that come while it is read', async () => {
    const release = hold();
    const all = [list(), list(), list()];
    while (state.reads === 0) await delay(1);
    await delay(50);
    release();
    expect(await Promise.all((await Promise.all(all)).map((one) => one.json()))).toEqual(
      Array(3).fill({ value: 'first' }),
    );
    expect(state.reads).toBe(1);
  });

  it('is read once more for all that waited, when it changes while it is read', async () => {
    const release = hold();
    const all = [list(), list(), list()];
    while (state.reads === 0) await delay(1);
    await delay(50);
    service.app.get(Signals).send('values');
    release();
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(state.reads).toBe(2);
  });

  it('survives a refused write', async () => {
    await whileKept(async () => {
      await value();
      await fetch(`${service.url}/api/nothing`, { method: 'POST' });
      await value();
    });
    expect(state.reads).toBe(1);
  });

  it('is not kept when it fails', async () => {
    state.fails = true;
    expect((await list()).status).toBe(503);
    state.fails = false;
    expect((await list()).status).toBe(200);
  });

  it('belongs to the address as the client knows it', async () => {
    await list();
    await list({ accept: 'application/json' });
    await fetch(`${service.url}/api/values?x=1`);
    expect(state.reads).toBe(3);
  });

  it('is counted by its result', async () => {
    await whileKept(async () => [await list(), await list()]);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/response_cache_requests_total\{result="hit"\} [1-9]/);
    expect(metrics).toMatch(/response_cache_requests_total\{result="miss"\} [1-9]/);
  });

  it('has the entity tag for HEAD, too', async () => {
    const tag = (await list()).headers.get('etag');
    const head = await list({}, 'HEAD');
    expect([head.status, head.headers.get('etag')]).toEqual([200, tag]);
    for (const pause of [0, 250]) {
      await delay(pause);
      const known = await list({ 'if-none-match': tag ?? '' }, 'HEAD');
      expect([known.status, known.headers.get('etag')]).toEqual([304, tag]);
    }
  });
});

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, HttpCode, Module, Param, Post, Query, UseGuards } from '@nestjs/common';
import { InternalTokenGuard, ServiceConfig, type ServiceDefinition } from '../src/index';
import { TEST_INTERNAL_TOKEN, startTestService, type TestService } from '../src/testing';
import { TestAuthority, tlsSettings } from '../src/testing/auth';

/** The requests to a node, and the number of responses with running launches. */
const node = { told: [] as string[], busyFor: 0 };

@Controller('internal/node')
@UseGuards(InternalTokenGuard)
class NodeController {
  @Post('actions/:action')
  @HttpCode(200)
  act(@Param('action') action: string, @Query('graceMs') graceMs?: string): object {
    node.told.push(
      graceMs === undefined ? action : `${action} within ${Math.ceil(Number(graceMs) / 1000)} s`,
    );
    node.busyFor -= 1;
    return { launches: node.busyFor >= 0 ? [{}] : [] };
  }
}

@Module({ controllers: [NodeController] })
class NodesModule {}

const definition: ServiceDefinition<ServiceConfig> = {
  name: 'nodes',
  title: 'Nodes',
  description: 'A service for tests',
  version: '1',
  config: ServiceConfig,
  modules: () => [NodesModule],
  entities: [],
  migrations: [],
  errors: { body: ({ status }) => ({ status }), statuses: {} },
};

/** Runs a program of the image as a container would. @returns its exit code */
const exitCode = (program: string, env: Record<string, string>, ...args: string[]): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const file = join(__dirname, '../../../docker', program);
    const child = spawn(process.execPath, [file, ...args], {
      env: { PATH: process.env.PATH, ...env },
      stdio: 'ignore',
    });
    child.on('error', reject);
    child.on('exit', resolve);
  });

describe.each(['plain HTTP', 'TLS'])('the programs of a container whose service speaks %s', (how) => {
  let service: TestService;
  let env: Record<string, string>;
  let folder: string;
  beforeAll(async () => {
    const tls = how === 'TLS' ? await tlsSettings(await TestAuthority.create()) : undefined;
    service = await startTestService(definition, { ...(tls && { env: tls.settings }) });
    tls?.remove();
    folder = mkdtempSync(join(tmpdir(), 'portolan-token-'));
    env = { PORT: new URL(service.url).port, ...tls?.settings };
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await service.stop();
  });
  beforeEach(() => Object.assign(node, { told: [], busyFor: 1 }));

  it('tell its health', async () => {
    expect(service.url).toMatch(how === 'TLS' ? /^https:/ : /^http:/);
    expect(await exitCode('healthcheck.mjs', env)).toBe(0);
    expect(await exitCode('healthcheck.mjs', { ...env, HOST: '127.0.0.1' })).toBe(0);
    expect(await exitCode('healthcheck.mjs', { ...env, PORT: '1' })).toBe(1);
  });

  it('drain it until it is empty or the time limit expires', async () => {
    const own = { ...env, INTERNAL_TOKEN: TEST_INTERNAL_TOKEN };
    expect(await exitCode('drain.mjs', own)).toBe(0);
    expect(node).toEqual({ told: ['drain', 'drain'], busyFor: -1 });
    Object.assign(node, { told: [], busyFor: 0 });
    expect(await exitCode('drain.mjs', own, '3540')).toBe(0);
    expect(node.told).toEqual(['drain within 3540 s']);
  });

  it.each(['--help', '--nonsense', 'soon', '-5'])(
    'drain nothing when they are asked for %s',
    async (argument) => {
      const own = { ...env, INTERNAL_TOKEN: TEST_INTERNAL_TOKEN };
      expect(await exitCode('drain.mjs', own, argument)).toBe(argument === '--help' ? 0 : 2);
      expect(node.told).toEqual([]);
      expect(await exitCode('healthcheck.mjs', own, argument)).toBe(argument === '--help' ? 0 : 2);
    },
  );

  it('know the shared secret from a file, too; without it nothing is drained', async () => {
    const file = join(folder, 'token');
    writeFileSync(file, `${TEST_INTERNAL_TOKEN}\n`);
    expect(await exitCode('drain.mjs', { ...env, INTERNAL_TOKEN_FILE: file })).toBe(0);
    node.told = [];
    expect(await exitCode('drain.mjs', { ...env, INTERNAL_TOKEN: 'another-token-of-tests' })).toBe(1);
    expect(node.told).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { TEST_INTERNAL_TOKEN, eventually, type TestService } from '@portolan/service/testing';
import { parse } from 'yaml';
import type { AgentHost } from '../src/agent-clusters/agent-jobs';
import { Api, startStreaming } from './support/api';
import { TestNode } from './support/test-node';

const MAP = 'svc/publish/streamJobClusterMap';

interface StreamMapService {
  version: string;
  timestamp: number;
  mappings: Record<string, Record<string, string>>;
}

/** A registry of nodes with the responses of job orchestration. */
class Registry {
  nodes: object[] = [];
  private readonly server: Server = createServer((request, response) => {
    // A service sends its own token to the API of another service, never the internal secret.
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const allowed = token !== undefined && token !== TEST_INTERNAL_TOKEN;
    const found = allowed && request.url === '/api/v3/nodes';
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ _embedded: { nodeList: this.nodes } }));
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** @param launches of each node of the agent cluster `default` */
  has(...launches: number[]): void {
    const node = { agentCluster: 'default', state: 'ACTIVE', accepting: true };
    this.nodes = launches.map((count) => ({ ...node, launches: count }));
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** The metric by which the manifests scale nodes. */
function scaledBy(): unknown {
  const file = join(__dirname, '../../../k8s/components/node-scaling/hpa.yaml');
  const { spec } = parse(readFileSync(file, 'utf8')) as {
    spec: { metrics: { external: { metric: unknown } }[] };
  };
  return spec.metrics[0]?.external.metric;
}

describe('the platform', () => {
  const registry = new Registry();
  let service: TestService;
  let api: Api;
  beforeAll(async () => {
    const env = { JOBS_URL: await registry.start(), AGENT_CLUSTER_TICK_MS: '100' };
    service = await startStreaming({ env: { LOG_LEVEL: 'silent', ...env } });
    api = new Api(service.url);
  });
  afterAll(async () => {
    await service.stop();
    registry.close();
  });

  describe('map of streams to job clusters', () => {
    it('[V1-CLUSTER-21] exists before its first change, with a default entry', async () => {
      const { status, body } = await api.get<StreamMapService>(MAP);
      expect(status).toBe(200);
      expect(body).toEqual({ version: '0', timestamp: 0, mappings: { __default__: {} } });
    });

    it('[V1-CLUSTER-21] is replaced as a whole, with a new version each time', async () => {
      const mappings = { app: { log: 'LogSource', __default__: 'AppSource' } };
      const before = Date.now();
      const first = await api.call<StreamMapService>('PUT', MAP, { mappings });
      expect(first.status).toBe(200);
      expect(first.body.timestamp).toBeGreaterThanOrEqual(before);
      const { body } = await api.call<StreamMapService>('PUT', MAP, {
        mappings: { ...mappings, __default__: { __default__: 'Shared' } },
      });
      expect([first.body.version, body.version]).toEqual(['1', '2']);
      expect(body.mappings).toEqual({ ...mappings, __default__: { __default__: 'Shared' } });
      expect((await api.get<StreamMapService>(`${MAP}/`)).body).toEqual(body);
      expect((await api.call<StreamMapService>('PUT', MAP, body)).body.version).toBe('3');
    });

    it('is filtered by application; one without an entry has the default one', async () => {
      const of = async (query: string) => (await api.get<StreamMapService>(`${MAP}?${query}`)).body.mappings;
      const app = { log: 'LogSource', __default__: 'AppSource' };
      expect(await of('app=app')).toEqual({ app });
      expect(await of('app=app&app=other')).toEqual({ app, other: { __default__: 'Shared' } });
      expect(await of('app=__proto__')).toEqual(JSON.parse('{"__proto__":{"__default__":"Shared"}}'));
    });

    it.each([
      [{}],
      [{ mappings: [] }],
      [{ mappings: { app: 'x' } }],
      [{ mappings: { app: { log: 'no/name' } } }],
    ])('refuses %j with 400', async (body) => {
      expect((await api.call('PUT', MAP, body)).status).toBe(400);
      expect((await api.get<StreamMapService>(MAP)).body.version).toBe('3');
    });
  });

  describe('agent clusters', () => {
    afterAll(() => api.post('agentClusters/', []));

    it('[V1-ADMIN-3] [V1-ADMIN-4] are activated as a set; all others are inactive', async () => {
      expect((await api.get('agentClusters/')).body).toEqual([]);
      expect(await api.post('agentClusters/', ['b', 'default', 'b'])).toMatchObject({
        status: 200,
        body: undefined,
      });
      expect((await api.get('agentClusters')).body).toEqual(['b', 'default']);
      expect((await api.post('agentClusters/', ['b'])).status).toBe(200);
      expect((await api.get('agentClusters/')).body).toEqual(['b']);
      for (const body of [{ b: true }, ['no name'], [1], '"b"']) {
        expect((await api.post('agentClusters/', body)).status).toBe(400);
      }
      expect((await api.get('agentClusters/')).body).toEqual(['b']);
      expect((await api.call('DELETE', 'agentClusters/')).status).toBe(405);
      await api.post('agentClusters/', []);
    });

    it('[V1-ADMIN-5] list the workers by host', async () => {
      expect((await api.get('agentClusters/jobs')).body).toEqual({});
      const node = await TestNode.start(service);
      await api.createCluster('hosted');
      const jobId = await api.submit('hosted');
      await api.state(jobId, 'Launched');
      const { body } = await api.get<Record<string, AgentHost[]>>('agentClusters/jobs');
      expect(body).toEqual({
        default: [
          {
            hostname: '127.0.0.1',
            attributeValue: 'default',
            jobs: [
              { jobId, stage: 1, workerIndex: 0, workerNumber: 1 },
              { jobId, stage: 2, workerIndex: 0, workerNumber: 2 },
              { jobId, stage: 2, workerIndex: 1, workerNumber: 3 },
            ],
          },
        ],
      });
      await api.call('DELETE', `jobs/${jobId}`);
      await eventually('nothing runs', async () => {
        return JSON.stringify((await api.get('agentClusters/jobs')).body) === '{}';
      });
      await node.stop();
    });

    it('[V1-ADMIN-6] stores the scaling policies of agent clusters', async () => {
      const path = 'agentClusters/autoScalePolicy';
      expect((await api.get(path)).body).toEqual({});
      const policy = { cooldownSecs: 300, minIdle: 1, maxIdle: '10', minSize: 1, maxSize: 100 };
      const stored = { default: { ...policy, maxIdle: 10, name: 'default' } };
      expect(await api.call('PUT', path, { default: policy })).toMatchObject({ status: 200, body: stored });
      expect((await api.get(path)).body).toEqual(stored);
      for (const wrong of [
        { minIdle: 11 },
        { minSize: 101 },
        { maxSize: -1 },
        { name: 'other' },
        { minIdle: null },
      ]) {
        expect((await api.call('PUT', path, { default: { ...policy, ...wrong } })).status).toBe(400);
      }
      expect((await api.call('PUT', path, [])).status).toBe(400);
      expect((await api.get(path)).body).toEqual(stored);
      await api.call('PUT', path, {});
    });

    it('[V1-ADMIN-7] export the number of nodes wanted by their policies as metrics', async () => {
      const metric = async (name: string) => {
        const text = await (await fetch(`${service.url}/metrics`)).text();
        return new RegExp(`^${name}\\{agent_cluster="default"\\} (\\d+)$`, 'm').exec(text)?.[1];
      };
      // The autoscaler in Kubernetes uses this metric.
      expect(await scaledBy()).toEqual({
        name: 'agent_cluster_desired_nodes',
        selector: { matchLabels: { agent_cluster: 'default' } },
      });
      const policy = { cooldownSecs: 0, minIdle: 1, maxIdle: 2, minSize: 1, maxSize: 5 };
      const set = (more: object) =>
        api.call('PUT', 'agentClusters/autoScalePolicy', { default: { ...policy, ...more } });
      const desired = (nodes: number) =>
        eventually(
          `${nodes} nodes`,
          async () => (await metric('agent_cluster_desired_nodes')) === String(nodes),
        );
      const none = async () => (await metric('agent_cluster_desired_nodes')) === undefined;
      await eventually('nothing is told without a policy', none);
      registry.has(3, 1);
      await set({});
      await desired(3);
      expect([await metric('agent_cluster_nodes'), await metric('agent_cluster_idle_nodes')]).toEqual([
        '2',
        '0',
      ]);
      registry.has(1, 0, 0, 0);
      await desired(3);
      await eventually('they are counted', async () => (await metric('agent_cluster_idle_nodes')) === '3');
      registry.has(0, 0, 0, 0);
      await desired(2);
      await set({ cooldownSecs: 3600 });
      registry.has(1, 1, 1, 1);
      await eventually('they are seen', async () => (await metric('agent_cluster_idle_nodes')) === '0');
      expect(await metric('agent_cluster_desired_nodes')).toBe('2');
      await api.call('PUT', 'agentClusters/autoScalePolicy', {});
      await eventually('it has none', none);
    });
  });
});

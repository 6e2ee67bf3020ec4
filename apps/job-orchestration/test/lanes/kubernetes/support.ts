import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_INTERNAL_TOKEN, TEST_SERVERS } from '@portolan/service/testing';
import { stringify } from 'yaml';
import { register, startJobs, type JobsService } from '../../support';
import { ApiServer } from './api-server';
import { launcherRules } from './role';

const REGISTER = join(__dirname, '../../../../../libs/node/test/register.cjs');
const MAIN = join(__dirname, '../../../src/main.ts');
/** Duration of a lease, ms, longer than any test: losses found earlier were not found by its expiry. */
const OWNER = { ROLES: 'api,controller', LEASE_MS: '120000', OFFER_RESEND_MS: '500' };

/** An owner of jobs without nodes of its own. */
export async function startOwner(): Promise<JobsService> {
  const owner = await startJobs({ env: OWNER });
  await register(owner.client);
  return owner;
}

/** A launcher of the jobs of an owner. */
export interface StartedLauncher {
  stop(): Promise<void>;
}

const shared = ({ database, queuePrefix, workDirectory }: JobsService) => ({
  database,
  queuePrefix,
  env: { ARCHIVE_DIR: join(workDirectory, 'archives') },
});

/** A node that runs them on this machine. */
export async function startLocal(owner: JobsService): Promise<StartedLauncher> {
  const workDirectory = await mkdtemp(join(tmpdir(), 'portolan-local-'));
  const { env, ...rest } = shared(owner);
  const node = await startJobs({ ...rest, workDirectory, env: { ...env, ROLES: 'node' } });
  return {
    stop: async () => {
      await node.close();
      await rm(workDirectory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A launcher whose cluster is a double. */
export interface StartedCluster extends StartedLauncher {
  api: ApiServer;
}

/** A launcher with its cluster: pods are processes of the sources as they are. */
export async function startKubernetes(
  owner: JobsService,
  change: Record<string, string> = {},
): Promise<StartedCluster> {
  const api = new ApiServer(launcherRules());
  const server = await api.start();
  api.secrets['node-settings'] = {
    DATABASE_URL: owner.database.url,
    REDIS_URL: TEST_SERVERS.redis,
    INTERNAL_TOKEN: TEST_INTERNAL_TOKEN,
    OUTBOUND_ALLOWED: '127.0.0.0/8,::1',
    LAUNCH_REPORT_MS: '300',
    CLAIM_RETRY_MS: '100',
  };
  const folder = await mkdtemp(join(tmpdir(), 'portolan-cluster-'));
  const kubeconfig = join(folder, 'kubeconfig');
  await writeFile(kubeconfig, stringify(kubeconfigOf(server, api.token)));
  const { env, ...rest } = shared(owner);
  const command = ['node', '--conditions=@portolan/source', '-r', REGISTER, MAIN];
  const launcher = await startJobs({
    ...rest,
    workDirectory: folder,
    env: {
      ...env,
      ROLES: 'node',
      LAUNCHER: 'kubernetes',
      KUBECONFIG: kubeconfig,
      KUBERNETES_IMAGE: 'registry.example/portolan/job-orchestration:1',
      KUBERNETES_COMMAND: command.join(','),
      KUBERNETES_SECRET: 'node-settings',
      KUBERNETES_RESYNC_MS: '500',
      CLAIM_RETRY_MS: '200',
      ...change,
    },
  });
  return {
    api,
    stop: async () => {
      await launcher.close();
      await api.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const kubeconfigOf = (server: string, token: string): object => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'double', cluster: { server, 'insecure-skip-tls-verify': true } }],
  users: [{ name: 'launcher', user: { token } }],
  contexts: [{ name: 'double', context: { cluster: 'double', user: 'launcher', namespace: 'portolan' } }],
  'current-context': 'double',
});

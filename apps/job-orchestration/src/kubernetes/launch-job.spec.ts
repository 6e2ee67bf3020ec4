import { LaunchKind, type LaunchOffer } from '@portolan/launches';
import { JobPhase, failureOf, phaseOf } from './job-phase';
import { launchJob, type PodSettings } from './launch-job';

const OFFER: LaunchOffer = {
  launchId: '01A-b',
  owner: 'jobs',
  ownerUrl: 'http://jobs:7103',
  kind: LaunchKind.Batch,
  agentCluster: 'default',
  user: 'u',
  subject: 'j',
  command: ['bash', './run'],
  environment: { SECRET: 'word' },
  files: [],
  portVariables: [],
  limits: { memoryMb: 100, killGraceMs: 1 },
};
const SETTINGS: PodSettings = {
  AGENT_CLUSTER: 'default',
  KUBERNETES_COMMAND: ['node', 'main.js'],
  KUBERNETES_IMAGE: 'image:1',
  KUBERNETES_NAMESPACE: 'ns',
  KUBERNETES_OVERHEAD_MB: 50,
  KUBERNETES_SECRET: 'secret',
  KUBERNETES_TTL_SECONDS: 7,
  LOG_LEVEL: 'info',
  QUEUE_PREFIX: 'p',
};

describe('the Job of a launch', () => {
  it('is one pod, once, for this launch alone, with its memory', () => {
    const { metadata, spec } = launchJob(OFFER, SETTINGS);
    expect(metadata).toMatchObject({ name: 'portolan-01a-b', namespace: 'ns' });
    expect(spec).toMatchObject({ backoffLimit: 0, completions: 1, ttlSecondsAfterFinished: 7 });
    const [container] = spec?.template.spec?.containers ?? [];
    expect(container).toMatchObject({
      command: ['node', 'main.js'],
      envFrom: [{ secretRef: { name: 'secret' } }],
      resources: { limits: { memory: '150Mi' } },
    });
    expect(container?.env).toContainEqual({ name: 'NODE_LAUNCH_ID', value: '01A-b' });
    expect(JSON.stringify(spec)).not.toContain('word');
  });

  it('keeps what the template of an installation says, but not what makes it a launch', () => {
    const { spec } = launchJob(OFFER, SETTINGS, {
      metadata: { labels: { team: 'data' } },
      spec: {
        restartPolicy: 'Always',
        nodeSelector: { pool: 'jobs' },
        volumes: [{ name: 'archives', persistentVolumeClaim: { claimName: 'archives' } }],
        containers: [
          {
            name: 'launch',
            image: 'other',
            resources: { limits: { cpu: '2', memory: '1Mi' } },
            volumeMounts: [{ name: 'archives', mountPath: '/archives' }],
          },
          { name: 'proxy', image: 'proxy:1' },
        ],
      },
    });
    expect(spec?.template.metadata?.labels).toMatchObject({ team: 'data', 'portolan.io/launch': '01A-b' });
    const pod = spec?.template.spec;
    expect(pod).toMatchObject({ restartPolicy: 'Never', nodeSelector: { pool: 'jobs' } });
    expect(pod?.volumes?.map(({ name }) => name)).toEqual(['archives', 'work']);
    expect(pod?.containers.map(({ name }) => name)).toEqual(['proxy', 'launch']);
    expect(pod?.containers[1]).toMatchObject({
      image: 'image:1',
      resources: { limits: { cpu: '2', memory: '150Mi' } },
      volumeMounts: [{ name: 'archives' }, { name: 'work' }],
    });
  });
});

describe('the end of a Job', () => {
  const ended = (type: string, status = 'True') => ({
    status: { conditions: [{ type, status, message: 'limit' }] },
  });

  it.each([
    [{}, JobPhase.Live],
    [ended('Complete', 'False'), JobPhase.Live],
    [ended('Suspended'), JobPhase.Live],
    [ended('Complete'), JobPhase.Complete],
    [ended('Failed'), JobPhase.Failed],
  ])('of %j is %s', (job, phase) => expect(phaseOf(job)).toBe(phase));

  it.each([
    [
      [{ status: { phase: 'Failed', reason: 'Evicted', message: 'low on memory' } }],
      'Evicted: low on memory',
    ],
    [
      [
        {
          status: {
            phase: 'Failed',
            containerStatuses: [
              {
                name: 'launch',
                image: '',
                imageID: '',
                ready: false,
                restartCount: 0,
                state: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
              },
            ],
          },
        },
      ],
      'OOMKilled, exit code 137',
    ],
    [[{ status: { phase: 'Running' } }], 'limit'],
    [[], 'limit'],
  ])('is told by its pods, else by itself: %#', (pods, why) => {
    expect(failureOf(ended('Failed'), pods)).toBe(`its pod failed (${why})`);
  });
});

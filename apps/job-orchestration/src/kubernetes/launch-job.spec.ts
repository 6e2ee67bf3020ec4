import type { V1Pod } from '@kubernetes/client-node';
import { LaunchKind, cpuOf, cpuVariable, type LaunchOffer } from '@portolan/launches';
import { JobPhase, causeOf, disruptionOf, failureOf, phaseOf } from './job-phase';
import { launchJob, podResources, type PodSettings } from './launch-job';

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
  KUBERNETES_CPU_MILLICORES: 250,
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
      resources: { requests: { cpu: '250m', memory: '150Mi' }, limits: { memory: '150Mi' } },
    });
    expect(container?.env).toContainEqual({ name: 'NODE_LAUNCH_ID', value: '01A-b' });
    expect(JSON.stringify(spec)).not.toContain('word');
  });

  it('keeps the template of an installation, except the fields that identify a launch', () => {
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

describe('what a pod of a launch requests', () => {
  const sizes = { KUBERNETES_CPU_MILLICORES: 250, KUBERNETES_OVERHEAD_MB: 50 };
  const offer = (limits: object, cpu?: number) => ({
    limits: { ...OFFER.limits, ...limits },
    environment: { A: 'b', ...cpuVariable(cpu) },
  });

  it.each([
    [
      '[V3-POD-1] memory, request and limit',
      offer({ memoryMb: 100, residentMb: 100 }),
      undefined,
      '250m',
      150,
      150,
    ],
    ['[V3-POD-1] little memory, may use more', offer({ residentMb: 1500 }), undefined, '250m', 150, 1550],
    ['[V3-POD-2] cores', offer({}, 2), undefined, '2000m', 150, 150],
    ['[V3-POD-2] part of a core', offer({}, 0.5), undefined, '500m', 150, 150],
    ['[V3-POD-2] cores of the template', offer({}), { requests: { cpu: '1' } }, '1000m', 150, 150],
    ['[V3-POD-2] its own over the template', offer({}, 2), { requests: { cpu: '100m' } }, '2000m', 150, 150],
    ['[V3-POD-2] no more than a limit', offer({}, 4), { limits: { cpu: '1.5' } }, '1500m', 150, 150],
  ])('%s', (_what, given, template, cpu, requestMb, limitMb) => {
    expect(podResources(given, sizes, template)).toMatchObject({
      requests: { cpu, memory: `${requestMb}Mi` },
      limits: { memory: `${limitMb}Mi` },
    });
  });

  it.each(['', 'x', '-1', '0', 'Infinity'])(
    '[V3-POD-2] requests the default cores when PORTOLAN_CPU is "%s"',
    (PORTOLAN_CPU) => {
      expect(cpuOf({ environment: { PORTOLAN_CPU } })).toBeUndefined();
    },
  );
});

describe('why a pod has to go', () => {
  it.each<[V1Pod, string | undefined]>([
    [{ status: { phase: 'Running' } }, undefined],
    [{ metadata: { deletionTimestamp: new Date() } }, 'its pod was deleted'],
    [
      {
        spec: { nodeName: 'n1', containers: [] },
        status: { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' },
      },
      'its pod was evicted from n1: The node was low on resource: memory.',
    ],
    [
      {
        spec: { nodeName: 'n1', containers: [] },
        metadata: { deletionTimestamp: new Date() },
        status: {
          conditions: [
            {
              type: 'DisruptionTarget',
              status: 'True',
              reason: 'EvictionByEvictionAPI',
              message: 'Eviction API: evicting',
            },
          ],
        },
      },
      'its pod was evicted from n1 (Eviction API: evicting)',
    ],
  ])('[V3-POD-3] gives the reason why pod %# was deleted or evicted', (pod, why) =>
    expect(disruptionOf(pod)).toBe(why),
  );

  it('[V3-POD-3] distinguishes a pod killed for its memory from other ends', () => {
    const ended = (reason: string): V1Pod => ({
      status: {
        containerStatuses: [
          {
            name: 'launch',
            image: '',
            imageID: '',
            ready: false,
            restartCount: 0,
            state: { terminated: { exitCode: 137, reason } },
          },
        ],
      },
    });
    expect([causeOf([ended('OOMKilled')]), causeOf([ended('Error')]), causeOf([])]).toEqual([
      'memory',
      'other',
      'other',
    ]);
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
  ])('reads the phase of the Job %j as %s', (job, phase) => expect(phaseOf(job)).toBe(phase));

  it.each([
    [
      [{ status: { phase: 'Failed', reason: 'Evicted', message: 'low on memory' } }],
      'its pod was evicted: low on memory',
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
      'its pod failed (OOMKilled, exit code 137)',
    ],
    [[{ status: { phase: 'Running' } }], 'its pod failed (limit)'],
    [[], 'its pod failed (limit)'],
  ])('is told by its pods, else by itself: %#', (pods, why) => {
    expect(failureOf(ended('Failed'), pods)).toBe(why);
  });
});

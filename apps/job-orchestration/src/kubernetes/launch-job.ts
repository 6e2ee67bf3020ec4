import type { V1EnvVar, V1Job, V1PodTemplateSpec } from '@kubernetes/client-node';
import type { LaunchOffer } from '@portolan/launches';
import type { KubernetesConfig } from './kubernetes-config';
import { podResources } from './pod-resources';

/** Labels and annotations by which Jobs are known. */
export const LAUNCH_LABEL = 'portolan.io/launch';
export const AGENT_CLUSTER_LABEL = 'portolan.io/agent-cluster';
export const OWNER_ANNOTATION = 'portolan.io/owner-url';

/** Where a pod keeps its launch. */
const WORK_DIRECTORY = '/var/lib/portolan';
const CONTAINER = 'launch';
/** Where the pod of a launch listens. */
export const POD_PORT = 7103;
/** A pod that is told to end has so long to stop its launch, archive and report it, s. */
const GRACE_SECONDS = 45;
/** Of these for its stop. */
const STOP_SECONDS = GRACE_SECONDS - 25;
/** Between TERM and KILL of the launch of a pod that has to end, ms. */
export const POD_KILL_GRACE_MS = (STOP_SECONDS / 2) * 1000;

/** Settings that make the pod. */
export type PodSettings = Pick<
  KubernetesConfig,
  | 'AGENT_CLUSTER'
  | 'KUBERNETES_COMMAND'
  | 'KUBERNETES_CPU_MILLICORES'
  | 'KUBERNETES_NAMESPACE'
  | 'KUBERNETES_OVERHEAD_MB'
  | 'KUBERNETES_SECRET'
  | 'KUBERNETES_TTL_SECONDS'
  | 'LOG_LEVEL'
  | 'QUEUE_PREFIX'
> & { KUBERNETES_IMAGE: string };

/** Name of the Job of a launch: the same launch never gets two. */
export const jobNameOf = (launchId: string): string => `portolan-${launchId.toLowerCase()}`;

/**
 * The Job of a launch: one pod, once, that runs a node for this launch alone. What the launch runs is not in
 * it: the pod asks its owner for the offer.
 *
 * @param template what pods have besides: its metadata, volumes, tolerations, settings of the container `launch`
 */
export function launchJob(
  offer: LaunchOffer,
  settings: PodSettings,
  template: V1PodTemplateSpec = {},
): V1Job {
  const labels = { [LAUNCH_LABEL]: offer.launchId, [AGENT_CLUSTER_LABEL]: settings.AGENT_CLUSTER };
  const own = template.spec?.containers.find(({ name }) => name === CONTAINER);
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: jobNameOf(offer.launchId),
      namespace: settings.KUBERNETES_NAMESPACE,
      labels,
      annotations: { [OWNER_ANNOTATION]: offer.ownerUrl },
    },
    spec: {
      // A launch never starts twice: whether there is another try is its owner's to say.
      backoffLimit: 0,
      parallelism: 1,
      completions: 1,
      ttlSecondsAfterFinished: settings.KUBERNETES_TTL_SECONDS,
      template: {
        metadata: { ...template.metadata, labels: { ...template.metadata?.labels, ...labels } },
        spec: {
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: GRACE_SECONDS,
          ...template.spec,
          restartPolicy: 'Never',
          volumes: [...(template.spec?.volumes ?? []), { name: 'work', emptyDir: {} }],
          containers: [
            ...(template.spec?.containers ?? []).filter(({ name }) => name !== CONTAINER),
            {
              ...own,
              name: CONTAINER,
              image: settings.KUBERNETES_IMAGE,
              command: [...settings.KUBERNETES_COMMAND],
              env: [...(own?.env ?? []), ...environment(offer, settings)],
              envFrom: [...(own?.envFrom ?? []), { secretRef: { name: settings.KUBERNETES_SECRET } }],
              ports: [{ name: 'http', containerPort: POD_PORT }],
              resources: podResources(offer, settings, own?.resources),
              volumeMounts: [...(own?.volumeMounts ?? []), { name: 'work', mountPath: WORK_DIRECTORY }],
            },
          ],
        },
      },
    },
  };
}

function environment(offer: LaunchOffer, settings: PodSettings): V1EnvVar[] {
  const podIp = { fieldRef: { apiVersion: 'v1', fieldPath: 'status.podIP' } };
  const values = {
    ROLES: 'node',
    NODE_LAUNCH_ID: offer.launchId,
    NODE_LAUNCH_OWNER_URL: offer.ownerUrl,
    NODE_ID: offer.launchId,
    NODE_SLOTS: String(Math.max(1, offer.slots ?? 1)),
    NODE_MEMORY_MB: String(offer.limits.memoryMb),
    NODE_WORK_DIR: WORK_DIRECTORY,
    NODE_STOP_LIMIT_MS: String(STOP_SECONDS * 1000),
    AGENT_CLUSTER: settings.AGENT_CLUSTER,
    QUEUE_PREFIX: settings.QUEUE_PREFIX,
    LOG_LEVEL: settings.LOG_LEVEL,
    PORT: String(POD_PORT),
  };
  return [
    { name: 'ADVERTISE_HOST', valueFrom: podIp },
    { name: 'HOST', valueFrom: podIp },
    ...Object.entries(values).map(([name, value]) => ({ name, value })),
  ];
}

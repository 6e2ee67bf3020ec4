import type { V1EnvVar, V1Job, V1PodTemplateSpec, V1ResourceRequirements } from '@kubernetes/client-node';
import { cpuOf, type LaunchOffer } from '@portolan/launches';
import type { KubernetesConfig } from '../config/kubernetes-config';

/** Labels and annotations that identify Jobs. */
export const LAUNCH_LABEL = 'portolan.io/launch';
export const AGENT_CLUSTER_LABEL = 'portolan.io/agent-cluster';
export const OWNER_ANNOTATION = 'portolan.io/owner';
export const OWNER_URL_ANNOTATION = 'portolan.io/owner-url';

/** Directory of the launch in its pod. */
const WORK_DIRECTORY = '/var/lib/portolan';
const CONTAINER = 'launch';
export const POD_PORT = 7103;
/** Time in which a pod being terminated must stop its launch, archive the output and report the end, s. */
const GRACE_SECONDS = 45;
/** The part of this time for stopping the launch, s. */
const STOP_SECONDS = GRACE_SECONDS - 25;
/** Time between TERM and KILL of the launch of a pod being terminated, ms. */
export const POD_KILL_GRACE_MS = (STOP_SECONDS / 2) * 1000;

export type PodSettings = Pick<
  KubernetesConfig,
  | 'AGENT_CLUSTER'
  | 'KUBERNETES_COMMAND'
  | 'KUBERNETES_CPU_MILLICORES'
  | 'KUBERNETES_IMAGE'
  | 'KUBERNETES_NAMESPACE'
  | 'KUBERNETES_OVERHEAD_MB'
  | 'KUBERNETES_SECRET'
  | 'KUBERNETES_TTL_SECONDS'
  | 'LOG_LEVEL'
  | 'QUEUE_PREFIX'
>;

/** Returns the name of a launch's Job; a fixed name keeps a launch from getting two Jobs. */
export const jobNameOf = (launchId: string): string => `portolan-${launchId.toLowerCase()}`;

/**
 * Returns the Job of a launch: one pod, once, that runs a node for this launch alone. The Job does not contain
 * the command of the launch: the pod asks its owner for the offer.
 *
 * @param template further parts of the pods: metadata, volumes, tolerations, settings of the container `launch`
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
      annotations: { [OWNER_ANNOTATION]: offer.owner, [OWNER_URL_ANNOTATION]: offer.ownerUrl },
    },
    spec: {
      // A launch never starts twice: its owner decides about another attempt.
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

/**
 * Requests and limits of the container of a launch (V3-POD-1, V3-POD-2). Memory: the launch's reservation as the request
 * and its maximum as the limit, each plus the memory of the pod itself. CPU: the value of the launch, else of the
 * template, else the default; never above a limit of the template, because the API server would refuse the pod.
 *
 * @param template resources of the container in the template of the installation
 */
export function podResources(
  offer: Pick<LaunchOffer, 'limits' | 'environment'>,
  settings: Pick<PodSettings, 'KUBERNETES_CPU_MILLICORES' | 'KUBERNETES_OVERHEAD_MB'>,
  { requests, limits, ...template }: V1ResourceRequirements = {},
): V1ResourceRequirements {
  const { memoryMb, residentMb = memoryMb } = offer.limits;
  const mebibytes = (launchMb: number): string => `${launchMb + settings.KUBERNETES_OVERHEAD_MB}Mi`;
  const asked = cpuOf(offer);
  const wanted = asked === undefined ? millicores(requests?.cpu) : Math.ceil(asked * 1000);
  const cpu = Math.min(wanted ?? settings.KUBERNETES_CPU_MILLICORES, millicores(limits?.cpu) ?? Infinity);
  return {
    ...template,
    requests: { ...requests, cpu: `${cpu}m`, memory: mebibytes(memoryMb) },
    limits: { ...limits, memory: mebibytes(Math.max(memoryMb, residentMb)) },
  };
}

/** Parses a CPU quantity of Kubernetes: `1500m`, `1.5`. */
function millicores(quantity: string | undefined): number | undefined {
  if (quantity === undefined) return undefined;
  return quantity.endsWith('m') ? Number(quantity.slice(0, -1)) : Math.round(Number(quantity) * 1000);
}

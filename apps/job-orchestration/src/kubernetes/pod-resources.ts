import type { V1ResourceRequirements } from '@kubernetes/client-node';
import { cpuOf, type LaunchOffer } from '@portolan/launches';
import type { KubernetesConfig } from './kubernetes-config';

type Sizes = Pick<KubernetesConfig, 'KUBERNETES_CPU_MILLICORES' | 'KUBERNETES_OVERHEAD_MB'>;

/**
 * Requests and limits of the container of a launch (docs/contract/jobs.md, V3-POD). Memory: what the launch takes, and at
 * the most what it may use, each with what the pod itself needs. Processor time: what the launch asks for, else the
 * template's, else the default; never more than a limit of the template, or the API server would refuse the pod.
 *
 * @param template resources of the container in the template of the installation
 */
export function podResources(
  offer: Pick<LaunchOffer, 'limits' | 'environment'>,
  { KUBERNETES_CPU_MILLICORES, KUBERNETES_OVERHEAD_MB }: Sizes,
  template: V1ResourceRequirements = {},
): V1ResourceRequirements {
  const { memoryMb, residentMb = memoryMb } = offer.limits;
  const mebibytes = (launchMb: number): string => `${launchMb + KUBERNETES_OVERHEAD_MB}Mi`;
  const asked = cpuOf(offer);
  const own = template.requests?.cpu;
  const ofTemplate = own === undefined ? undefined : millicores(own);
  const wanted = asked === undefined ? ofTemplate : Math.ceil(asked * 1000);
  const limit = template.limits?.cpu;
  const cpu = Math.min(
    wanted ?? KUBERNETES_CPU_MILLICORES,
    limit === undefined ? Infinity : millicores(limit),
  );
  return {
    ...template,
    requests: { ...template.requests, cpu: `${cpu}m`, memory: mebibytes(memoryMb) },
    limits: { ...template.limits, memory: mebibytes(Math.max(memoryMb, residentMb)) },
  };
}

/** A quantity of processor time as Kubernetes writes it: `1500m`, `1.5`. */
const millicores = (quantity: string): number =>
  quantity.endsWith('m') ? Number(quantity.slice(0, -1)) : Math.round(Number(quantity) * 1000);

import { ChoiceSetting, DurationSetting, ListSetting, NumberSetting, TextSetting } from '@portolan/service';
import { Matches } from 'class-validator';
import { NodeConfig } from '../node/node-config';

/** What the launcher `kubernetes` reads, and the pods that it makes. Durations are in ms. */
export class KubernetesConfig extends NodeConfig {
  /** Who runs the launches that a process with the role `node` takes: the process itself, or pods of a cluster. */
  @ChoiceSetting(['local', 'kubernetes']) LAUNCHER = 'local';

  /** Image of the pods: this service's own. Required with LAUNCHER=kubernetes. */
  @TextSetting({ optional: true }) KUBERNETES_IMAGE?: string;

  /** What the pods run, comma-separated. */
  @ListSetting() KUBERNETES_COMMAND: string[] = ['node', 'apps/job-orchestration/dist/src/main.js'];

  /** Where Jobs are made. */
  @TextSetting() @Matches(/^[a-z0-9-]{1,63}$/) KUBERNETES_NAMESPACE = 'portolan';

  /** Secret with the settings that pods share with the nodes: DATABASE_URL, REDIS_URL, INTERNAL_TOKEN. */
  @TextSetting() @Matches(/^[a-z0-9.-]{1,253}$/) KUBERNETES_SECRET = 'portolan-node';

  /** File with a PodTemplateSpec (YAML or JSON) that the pods are made from: volumes, tolerations, limits. */
  @TextSetting({ optional: true }) KUBERNETES_POD_TEMPLATE?: string;

  /** A kubeconfig file. Unset: the pod's own service account. */
  @TextSetting({ optional: true }) KUBECONFIG?: string;

  /** Memory that a pod gets besides what its launch takes, MB. */
  @NumberSetting({ min: 1 }) KUBERNETES_OVERHEAD_MB = 256;

  /** Processor time that a pod requests when its launch does not tell, thousandths of a core. */
  @NumberSetting({ min: 1 }) KUBERNETES_CPU_MILLICORES = 250;

  /** Jobs that are not over, at the most; further launches wait. */
  @NumberSetting({ min: 1 }) KUBERNETES_JOBS_LIMIT = 100;

  /** A finished Job is removed after so many seconds. */
  @NumberSetting() KUBERNETES_TTL_SECONDS = 300;

  /** How often Jobs are compared with what their owners know. */
  @DurationSetting() KUBERNETES_RESYNC_MS = 10_000;

  /** Set in a pod: the one launch that this node is for, and where its owner is. */
  @TextSetting({ optional: true }) NODE_LAUNCH_ID?: string;
  @TextSetting({ optional: true }) NODE_LAUNCH_OWNER_URL?: string;
}

import { NodeConfig } from '@portolan/node';
import { ChoiceSetting, DurationSetting, ListSetting, NumberSetting, TextSetting } from '@portolan/service';
import { Matches } from 'class-validator';

/** Settings of the launcher `kubernetes` and of the pods that it creates. Durations are in ms. */
export class KubernetesConfig extends NodeConfig {
  /** Selects how a process with the role `node` runs launches: by itself or in pods of a cluster. */
  @ChoiceSetting(['local', 'kubernetes']) LAUNCHER = 'local';

  /** Image of the pods: this service's own. Required with LAUNCHER=kubernetes. */
  @TextSetting({ optional: true }) KUBERNETES_IMAGE?: string;

  /** Command of the pods, comma-separated. */
  @ListSetting() KUBERNETES_COMMAND: string[] = ['node', 'apps/job-orchestration/dist/src/main.js'];

  /** Namespace of the Jobs. */
  @TextSetting() @Matches(/^[a-z0-9-]{1,63}$/) KUBERNETES_NAMESPACE = 'portolan';

  /** Secret with the settings that pods share with the nodes: DATABASE_URL, REDIS_URL, INTERNAL_TOKEN. */
  @TextSetting() @Matches(/^[a-z0-9.-]{1,253}$/) KUBERNETES_SECRET = 'portolan-node';

  /** File with a PodTemplateSpec (YAML or JSON) that the pods are made from: volumes, tolerations, limits. */
  @TextSetting({ optional: true }) KUBERNETES_POD_TEMPLATE?: string;

  /** A kubeconfig file. Unset: the pod's own service account. */
  @TextSetting({ optional: true }) KUBECONFIG?: string;

  /** Memory of a pod in addition to that of its launch, MB. */
  @NumberSetting({ min: 1 }) KUBERNETES_OVERHEAD_MB = 256;

  /** CPU request of a pod whose launch sets none, thousandths of a core. */
  @NumberSetting({ min: 1 }) KUBERNETES_CPU_MILLICORES = 250;

  /** Maximum number of unfinished Jobs; further launches wait. */
  @NumberSetting({ min: 1 }) KUBERNETES_JOBS_LIMIT = 100;

  /** Time after which a finished Job is removed, seconds. */
  @NumberSetting() KUBERNETES_TTL_SECONDS = 300;

  /** Interval between comparisons of Jobs with the launches of their owners. */
  @DurationSetting() KUBERNETES_RESYNC_MS = 10_000;

  /** Set in a pod: the one launch that this node runs, and the address of its owner. */
  @TextSetting({ optional: true }) NODE_LAUNCH_ID?: string;
  @TextSetting({ optional: true }) NODE_LAUNCH_OWNER_URL?: string;
}

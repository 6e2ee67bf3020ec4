import type { BatchV1Api, CoreV1Api, KubeConfig, V1Job, V1Pod } from '@kubernetes/client-node';
import { Injectable } from '@nestjs/common';
import { KubernetesConfig } from '../config/kubernetes-config';
import { AGENT_CLUSTER_LABEL } from './launch-job';

/** The API server refused a call or was not reached. */
export class KubernetesError extends Error {
  override readonly name = 'KubernetesError';

  constructor(
    message: string,
    /** HTTP status; undefined without a response. */
    readonly status: number | undefined,
    /** Time after which the server accepts a retry, ms. */
    readonly retryAfterMs: number | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** An event of a watch of Jobs: a changed Job, a bookmark or an error. */
export interface JobEvent {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  object: V1Job & { code?: number; message?: string };
}

interface Connection {
  library: typeof import('@kubernetes/client-node');
  config: KubeConfig;
  batch: BatchV1Api;
  core: CoreV1Api;
}

/**
 * All calls to the Kubernetes API; k8s/base/launcher-rbac.yaml grants exactly their rights. The client
 * library is loaded by the first call.
 */
@Injectable()
export class KubernetesApiGateway {
  private connection: Promise<Connection> | undefined;

  constructor(private readonly config: KubernetesConfig) {}

  /** @returns false when a Job of that name exists. @throws KubernetesError */
  async createJob(body: V1Job): Promise<boolean> {
    return this.unless(409, ({ batch }) =>
      batch.createNamespacedJob({ namespace: this.namespace, body, fieldValidation: 'Strict' }),
    );
  }

  /** Lists all Jobs of this agent cluster's launches at one version of the cluster. @throws KubernetesError */
  async listJobs(): Promise<{ jobs: V1Job[]; resourceVersion: string }> {
    const list = await this.call(({ batch }) =>
      batch.listNamespacedJob({ namespace: this.namespace, labelSelector: this.selector }),
    );
    return { jobs: list.items, resourceVersion: list.metadata?.resourceVersion ?? '' };
  }

  /** Removes a Job and its pod; a missing Job is no error. @throws KubernetesError */
  async deleteJob(name: string): Promise<void> {
    await this.unless(404, ({ batch }) =>
      batch.deleteNamespacedJob({ name, namespace: this.namespace, propagationPolicy: 'Background' }),
    );
  }

  /** Lists the pods of a Job. @throws KubernetesError */
  async podsOf(jobName: string): Promise<V1Pod[]> {
    const list = await this.call(({ core }) =>
      core.listNamespacedPod({ namespace: this.namespace, labelSelector: `job-name=${jobName}` }),
    );
    return list.items;
  }

  /**
   * Follows the Jobs from a version on until the server closes the watch, which is normal.
   *
   * @throws KubernetesError; 410 when the version is too old to follow from
   */
  async watchJobs(
    resourceVersion: string,
    onEvent: (event: JobEvent) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { library, config } = await this.connect();
    const path = `/apis/batch/v1/namespaces/${this.namespace}/jobs`;
    const query = { resourceVersion, labelSelector: this.selector, allowWatchBookmarks: true };
    let gone: KubernetesError | undefined;
    const outcome = await new Promise<unknown>((resolve) => {
      const each = (type: string, object: JobEvent['object']): void => {
        const event = { type: type as JobEvent['type'], object };
        if (event.type !== 'ERROR') return onEvent(event);
        gone = new KubernetesError(object.message ?? 'the watch failed', object.code, undefined);
      };
      new library.Watch(config).watch(path, query, each, resolve).then(
        (controller) => {
          if (signal.aborted) controller.abort();
          signal.addEventListener('abort', () => controller.abort(), { once: true });
        },
        (error: unknown) => resolve(error),
      );
    });
    if (signal.aborted) return;
    if (gone) throw gone;
    if (outcome) throw asKubernetesError(outcome);
  }

  private get namespace(): string {
    return this.config.KUBERNETES_NAMESPACE;
  }

  private get selector(): string {
    return `${AGENT_CLUSTER_LABEL}=${this.config.AGENT_CLUSTER}`;
  }

  private async call<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    try {
      return await work(await this.connect());
    } catch (error) {
      throw asKubernetesError(error);
    }
  }

  /** @returns false when the server refused the call with this status */
  private async unless(status: number, work: (connection: Connection) => Promise<unknown>): Promise<boolean> {
    try {
      await this.call(work);
      return true;
    } catch (error) {
      if (error instanceof KubernetesError && error.status === status) return false;
      throw error;
    }
  }

  private connect(): Promise<Connection> {
    return (this.connection ??= this.load().catch((error: unknown) => {
      this.connection = undefined;
      throw error;
    }));
  }

  private async load(): Promise<Connection> {
    const library = await import('@kubernetes/client-node');
    const config = new library.KubeConfig();
    if (this.config.KUBECONFIG === undefined) config.loadFromCluster();
    else config.loadFromFile(this.config.KUBECONFIG);
    const [batch, core] = [config.makeApiClient(library.BatchV1Api), config.makeApiClient(library.CoreV1Api)];
    return { library, config, batch, core };
  }
}

function asKubernetesError(error: unknown): KubernetesError {
  if (error instanceof KubernetesError) return error;
  type Refusal = Partial<Record<'code' | 'statusCode' | 'message', unknown>>;
  const { code, statusCode, headers, message } = error as Refusal & { headers?: Record<string, string> };
  const status = [code, statusCode].find((one) => typeof one === 'number');
  const seconds = Number(headers?.['retry-after']);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : undefined;
  return new KubernetesError(String(message ?? error), status, retryAfterMs, { cause: error });
}

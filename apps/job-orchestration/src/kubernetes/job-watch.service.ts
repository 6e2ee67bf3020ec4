import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { V1Job } from '@kubernetes/client-node';
import { ServiceLogger } from '@portolan/service';
import { Subject } from 'rxjs';
import { KubernetesConfig } from '../config/kubernetes-config';
import { KubernetesApiGateway, KubernetesError, type JobEvent } from './kubernetes-api.gateway';
import { JobPhase, phaseOf } from './job-phase';

/**
 * Caches the Jobs of this agent cluster: a list, then a watch from the version of the list; a new list when that version
 * is too old (410). The cache may lag behind, so no decision relies on it alone.
 */
@Injectable()
export class JobWatchService {
  /** Emits every new or changed Job. */
  readonly changes = new Subject<V1Job>();
  private readonly jobs = new Map<string, V1Job>();
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly api: KubernetesApiGateway,
    private readonly config: KubernetesConfig,
    private readonly logger: ServiceLogger,
  ) {}

  start(): void {
    this.running ??= this.follow();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  all(): V1Job[] {
    return [...this.jobs.values()];
  }

  find(name: string): V1Job | undefined {
    return this.jobs.get(name);
  }

  get live(): number {
    return this.all().filter((job) => phaseOf(job) === JobPhase.Live).length;
  }

  private async follow(): Promise<void> {
    const { signal } = this.stopping;
    let version: string | undefined;
    while (!signal.aborted) {
      try {
        version ??= await this.list();
        await this.api.watchJobs(version, (event) => (version = this.take(event) ?? version), signal);
      } catch (error) {
        const expired = error instanceof KubernetesError && error.status === 410;
        version = undefined;
        if (expired) continue;
        this.logger.warn({ err: error }, 'watching Jobs failed; it will be retried');
        const pause = error instanceof KubernetesError ? error.retryAfterMs : undefined;
        await delay(pause ?? this.config.CLAIM_RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private async list(): Promise<string> {
    const { jobs, resourceVersion } = await this.api.listJobs();
    const names = new Set(jobs.map(nameOf));
    for (const name of this.jobs.keys()) if (!names.has(name)) this.jobs.delete(name);
    for (const job of jobs) this.see(job);
    return resourceVersion;
  }

  /** @returns the version from which a watch can continue */
  private take({ type, object }: JobEvent): string | undefined {
    if (type === 'DELETED') this.jobs.delete(nameOf(object));
    else if (type !== 'BOOKMARK') this.see(object);
    return object.metadata?.resourceVersion;
  }

  private see(job: V1Job): void {
    this.jobs.set(nameOf(job), job);
    this.changes.next(job);
  }
}

const nameOf = (job: V1Job): string => job.metadata?.name ?? '';

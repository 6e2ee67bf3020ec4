import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { V1Job } from '@kubernetes/client-node';
import { ServiceLogger } from '@portolan/service';
import { Subject } from 'rxjs';
import { KubernetesConfig } from './kubernetes-config';
import { KubernetesApi, KubernetesError, type JobEvent } from './kubernetes-api.gateway';
import { JobPhase, phaseOf } from './job-phase';

/**
 * Knows the Jobs of this agent cluster: a list, then a watch from its version on; a new list when that version
 * is too old (410). What it knows may lag behind: nothing is decided by it alone.
 */
@Injectable()
export class JobWatch {
  /** A Job was seen for the first time, or anew. */
  readonly changes = new Subject<V1Job>();
  private readonly jobs = new Map<string, V1Job>();
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly api: KubernetesApi,
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

  /** All Jobs that there were of late. */
  all(): V1Job[] {
    return [...this.jobs.values()];
  }

  find(name: string): V1Job | undefined {
    return this.jobs.get(name);
  }

  /** Jobs that are not over. */
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
        this.logger.warn({ err: error }, 'Jobs can not be watched, another try comes');
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

  /** @returns the version from which a watch could go on */
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

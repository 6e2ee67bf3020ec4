import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { V1PodTemplateSpec } from '@kubernetes/client-node';
import { isSigned, type LaunchOffer } from '@portolan/launches';
import { RedeliverLater } from '@portolan/messaging';
import { ServiceLogger, internalTokens } from '@portolan/service';
import { JobPhase, phaseOf } from './job-phase';
import { JobWatch } from './job-watch.service';
import { KubernetesApi, KubernetesError } from './kubernetes-api.gateway';
import { KubernetesConfig } from './kubernetes-config';
import { jobNameOf, launchJob, type PodSettings } from './launch-job';
import type { Launcher } from './launcher';

/** A Job that is over stands in the way of the next for so long at the most, ms. */
const REPLACE_MS = 1000;
/** After a refusal that will not change by itself (rights, a wrong template), ms. */
const REFUSED_MS = 30_000;

/** Has each launch run in a Job of its own; the cluster finds the machine. */
@Injectable()
export class KubernetesLauncher implements Launcher {
  private template: Promise<V1PodTemplateSpec> | undefined;

  constructor(
    private readonly api: KubernetesApi,
    private readonly watch: JobWatch,
    private readonly config: KubernetesConfig,
    private readonly logger: ServiceLogger,
  ) {}

  /** Makes the launch's Job, unless it is there. The launch stays offered until its pod claims it. */
  async claim(offer: LaunchOffer): Promise<void> {
    const { launchId, owner } = offer;
    if (!isSigned(offer, ...internalTokens(this.config))) {
      this.logger.warn({ launchId, owner }, 'offer dropped: not signed by an owner');
      return;
    }
    const name = jobNameOf(launchId);
    const known = this.watch.find(name);
    if (!known && this.watch.live >= this.config.KUBERNETES_JOBS_LIMIT) throw this.later();
    try {
      if (known && phaseOf(known) !== JobPhase.Live) {
        // It ended without having claimed the launch, or the launch would not be offered.
        await this.api.deleteJob(name);
        throw new RedeliverLater(REPLACE_MS);
      }
      if (known) return;
      const created = await this.api.createJob(launchJob(offer, this.settings(), await this.readTemplate()));
      if (created) this.logger.info({ launchId, owner, job: name }, 'a Job was made for a launch');
    } catch (error) {
      if (!(error instanceof KubernetesError)) throw error;
      this.logger.warn({ err: error, launchId }, 'no Job could be made, another try comes');
      throw this.later(error);
    }
  }

  private later(error?: KubernetesError): RedeliverLater {
    const refused = error?.status !== undefined && error.status >= 400 && error.status < 500;
    const own = refused && error.status !== 429 ? REFUSED_MS : this.config.CLAIM_RETRY_MS;
    return new RedeliverLater(error?.retryAfterMs ?? own);
  }

  private settings(): PodSettings {
    const { KUBERNETES_IMAGE } = this.config;
    if (KUBERNETES_IMAGE === undefined)
      throw new Error('KUBERNETES_IMAGE is required with LAUNCHER=kubernetes');
    return { ...this.config, KUBERNETES_IMAGE };
  }

  private readTemplate(): Promise<V1PodTemplateSpec> {
    const { KUBERNETES_POD_TEMPLATE: file } = this.config;
    this.template ??= file === undefined ? Promise.resolve({}) : readYaml(file);
    return this.template;
  }
}

async function readYaml(file: string): Promise<V1PodTemplateSpec> {
  const { parse } = await import('yaml');
  return parse(await readFile(file, 'utf8')) as V1PodTemplateSpec;
}

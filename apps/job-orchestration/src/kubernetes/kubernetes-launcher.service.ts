import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { V1PodTemplateSpec } from '@kubernetes/client-node';
import { isSigned, type LaunchOffer } from '@portolan/launches';
import { RedeliverLater } from '@portolan/messaging';
import type { Launcher } from '@portolan/node';
import { ServiceLogger, internalTokens } from '@portolan/service';
import { KubernetesConfig } from '../config/kubernetes-config';
import { JobPhase, phaseOf } from './job-phase';
import { JobWatchService } from './job-watch.service';
import { KubernetesApiGateway, KubernetesError } from './kubernetes-api.gateway';
import { jobNameOf, launchJob } from './launch-job';

/** Longest wait for a finished Job that blocks the name of the next, ms. */
const REPLACE_MS = 1000;
/** Pause after a permanent refusal (missing rights, an invalid template), ms. */
const REFUSED_MS = 30_000;

/** Runs each launch in a Job of its own; the cluster chooses the machine. */
@Injectable()
export class KubernetesLauncherService implements Launcher {
  private template: Promise<V1PodTemplateSpec> | undefined;

  constructor(
    private readonly api: KubernetesApiGateway,
    private readonly watch: JobWatchService,
    private readonly config: KubernetesConfig,
    private readonly logger: ServiceLogger,
  ) {}

  /** Creates the launch's Job unless it exists. The launch stays offered until its pod claims it. */
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
        // The Job ended without claiming the launch, otherwise the launch would not be offered.
        await this.api.deleteJob(name);
        throw new RedeliverLater(REPLACE_MS);
      }
      if (known) return;
      const created = await this.api.createJob(launchJob(offer, this.config, await this.readTemplate()));
      if (created) this.logger.info({ launchId, owner, job: name }, 'Job created for a launch');
    } catch (error) {
      if (!(error instanceof KubernetesError)) throw error;
      this.logger.warn({ err: error, launchId }, 'creating a Job failed; it will be retried');
      throw this.later(error);
    }
  }

  private later(error?: KubernetesError): RedeliverLater {
    const refused = error?.status !== undefined && error.status >= 400 && error.status < 500;
    const own = refused && error.status !== 429 ? REFUSED_MS : this.config.CLAIM_RETRY_MS;
    return new RedeliverLater(error?.retryAfterMs ?? own);
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

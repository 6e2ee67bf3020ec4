import { Injectable } from '@nestjs/common';
import type { V1Job } from '@kubernetes/client-node';
import { LaunchStatesAnswer, type GoneReport, type KnownLaunch } from '@portolan/launches';
import { InternalClient, ServiceLogger, Ticker } from '@portolan/service';
import { validate } from '@portolan/validation';
import type { Subscription } from 'rxjs';
import { KubernetesConfig } from '../config/kubernetes-config';
import {
  JobPhase,
  causeOf,
  disruptionOf,
  failureOf,
  isTerminating,
  phaseOf,
  reconcileAction,
} from './job-phase';
import { JobWatchService } from './job-watch.service';
import { KubernetesApiGateway } from './kubernetes-api.gateway';
import {
  LAUNCH_LABEL,
  OWNER_ANNOTATION,
  OWNER_URL_ANNOTATION,
  POD_KILL_GRACE_MS,
  POD_PORT,
  jobNameOf,
} from './launch-job';

/** Pods of one launch that may end without a claim before the launch fails. */
const TRIES = 3;

interface Place {
  job: V1Job;
  launchId: string;
  ownerUrl: string;
  /** Undefined in Jobs of earlier releases. */
  owner: string | undefined;
}

/**
 * Reconciles Jobs and launches: a launch whose pod is gone (evicted, out of memory, its machine lost) is
 * lost at once with that reason instead of at the end of its lease; a pod being terminated is notified of the reason; a
 * launch whose pod failed before claiming it is offered again; a Job whose launch was withdrawn is removed.
 */
@Injectable()
export class JobReconcilerService {
  private readonly ticker: Ticker;
  private changes: Subscription | undefined;
  /** Number of pods per launch that ended without a claim. */
  private readonly failures = new Map<string, number>();

  constructor(
    private readonly watch: JobWatchService,
    private readonly api: KubernetesApiGateway,
    private readonly client: InternalClient,
    private readonly logger: ServiceLogger,
    config: KubernetesConfig,
  ) {
    this.ticker = new Ticker({
      everyMs: config.KUBERNETES_RESYNC_MS,
      immediately: false,
      run: () => this.pass(),
      onError: (error) =>
        logger.warn({ err: error }, 'Jobs were not compared with launches; the next pass retries'),
    });
  }

  start(): void {
    this.changes = this.watch.changes.subscribe((job) => {
      if (phaseOf(job) === JobPhase.Failed || isTerminating(job)) this.ticker.wake();
    });
    this.ticker.start();
  }

  async stop(): Promise<void> {
    this.changes?.unsubscribe();
    await this.ticker.stop();
  }

  private async pass(): Promise<void> {
    const places = this.watch.all().flatMap((job) => placeOf(job) ?? []);
    const keyOf = ({ owner = '', ownerUrl }: Place): string => `${owner} ${ownerUrl}`;
    for (const key of new Set(places.map(keyOf))) {
      const own = places.filter((place) => keyOf(place) === key);
      const { owner, ownerUrl } = own[0]!;
      try {
        const body = { owner, launchIds: own.map(({ launchId }) => launchId) };
        const answer = await this.client.json(`${ownerUrl}/internal/launches/states`, {
          method: 'POST',
          body,
        });
        const { launches } = validate(LaunchStatesAnswer, answer);
        const states = new Map(launches.map((launch) => [launch.launchId, launch]));
        for (const place of own) await this.reconcile(place, states.get(place.launchId));
      } catch (error) {
        const about = { err: error, ownerUrl };
        this.logger.warn(about, 'Jobs of an owner were not reconciled; the next pass retries');
      }
    }
  }

  private async reconcile(place: Place, launch: KnownLaunch | undefined): Promise<void> {
    const { job, launchId } = place;
    const name = jobNameOf(launchId);
    switch (reconcileAction(phaseOf(job), isTerminating(job), launch)) {
      case 'none':
        return;
      case 'delete':
        return this.api.deleteJob(name);
      case 'explain':
        return this.sendReason(launchId, name);
      case 'lose':
        return this.failed(place, true);
      case 'retry':
        await this.failed(place, false);
        return this.api.deleteJob(name);
    }
  }

  /** A pod being terminated does not know the reason; it waits briefly for this message before it stops its launch. */
  private async sendReason(launchId: string, name: string): Promise<void> {
    for (const pod of await this.api.podsOf(name)) {
      const why = disruptionOf(pod);
      const address = pod.status?.podIP;
      if (why === undefined || address === undefined) continue;
      const host = address.includes(':') ? `[${address}]` : address;
      const url = `http://${host}:${POD_PORT}/internal/launches/${encodeURIComponent(launchId)}/stop`;
      const body = { killGraceMs: POD_KILL_GRACE_MS, nodeEnds: why.slice(0, 1024) };
      await this.client.json(url, { method: 'POST', body }).catch((error: unknown) => {
        const about = { err: error, launchId, why };
        this.logger.info(about, 'a pod being terminated was not notified of the reason');
      });
    }
  }

  private async failed({ job, launchId, owner, ownerUrl }: Place, claimed: boolean): Promise<void> {
    const failures = (this.failures.get(launchId) ?? 0) + 1;
    const giveUp = !claimed && failures >= TRIES;
    if (claimed || giveUp) this.failures.delete(launchId);
    else this.failures.set(launchId, failures);
    if (!claimed && !giveUp) return;
    const pods = await this.api.podsOf(jobNameOf(launchId));
    const message = failureOf(job, pods);
    this.logger.info({ launchId, message }, 'the pod of a launch is gone');
    const body: GoneReport = { owner, nodeId: launchId, message, cause: causeOf(pods), giveUp };
    const url = `${ownerUrl}/internal/launches/${encodeURIComponent(launchId)}/gone`;
    await this.client.json(url, { method: 'POST', body });
  }
}

function placeOf(job: V1Job): Place | undefined {
  const launchId = job.metadata?.labels?.[LAUNCH_LABEL];
  const { [OWNER_ANNOTATION]: owner, [OWNER_URL_ANNOTATION]: ownerUrl } = job.metadata?.annotations ?? {};
  return launchId === undefined || ownerUrl === undefined ? undefined : { job, launchId, owner, ownerUrl };
}

import { Injectable } from '@nestjs/common';
import type { V1Job } from '@kubernetes/client-node';
import { LaunchState, type KnownLaunch } from '@portolan/launches';
import { ServiceLogger, Ticker } from '@portolan/service';
import type { Subscription } from 'rxjs';
import { JobPhase, causeOf, disruptionOf, failureOf, isTerminating, phaseOf } from './job-phase';
import { JobWatch } from './job-watch.service';
import { KubernetesApi } from './kubernetes-api.gateway';
import { KubernetesConfig } from './kubernetes-config';
import { LAUNCH_LABEL, OWNER_ANNOTATION, jobNameOf } from './launch-job';
import { OwnerQuestions } from './owner-questions.service';

/** Pods of one launch that may end without having claimed it, before it is given up. */
const TRIES = 3;

interface Place {
  job: V1Job;
  launchId: string;
  ownerUrl: string;
}

/**
 * Keeps Jobs and launches together: a launch whose pod is gone (evicted, out of memory, its machine lost) is
 * lost at once with that reason and not when its lease ends; a pod that is told to end learns why; one whose pod failed before it had the launch is
 * offered again; a Job whose launch was withdrawn is removed.
 */
@Injectable()
export class JobKeeper {
  private readonly ticker: Ticker;
  private changes: Subscription | undefined;
  /** Pods that ended without having claimed their launch. */
  private readonly failures = new Map<string, number>();

  constructor(
    private readonly watch: JobWatch,
    private readonly api: KubernetesApi,
    private readonly owners: OwnerQuestions,
    private readonly logger: ServiceLogger,
    config: KubernetesConfig,
  ) {
    this.ticker = new Ticker({
      everyMs: config.KUBERNETES_RESYNC_MS,
      immediately: false,
      run: () => this.pass(),
      onError: (error) => logger.warn({ err: error }, 'Jobs could not be compared with launches'),
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
    const byOwner = new Map<string, Place[]>();
    for (const place of places) {
      byOwner.set(place.ownerUrl, [...(byOwner.get(place.ownerUrl) ?? []), place]);
    }
    for (const [ownerUrl, own] of byOwner) {
      try {
        const states = await this.owners.states(
          ownerUrl,
          own.map(({ launchId }) => launchId),
        );
        for (const place of own) await this.keep(place, states.get(place.launchId));
      } catch (error) {
        this.logger.warn({ err: error, ownerUrl }, 'Jobs of an owner could not be looked after');
      }
    }
  }

  private async keep(place: Place, launch: KnownLaunch | undefined): Promise<void> {
    const { job, launchId } = place;
    const phase = phaseOf(job);
    const name = jobNameOf(launchId);
    if (phase === JobPhase.Live) {
      // Nobody ever had it, so nothing of it runs: it was withdrawn, or is another owner's.
      const over =
        launch === undefined || (launch.state === LaunchState.Ended && launch.nodeId === undefined);
      if (over) await this.api.deleteJob(name);
      else if (isTerminating(job)) await this.tellWhy(launchId, name);
      return;
    }
    if (launch === undefined || launch.state === LaunchState.Ended) return;
    const claimed = launch.nodeId !== undefined;
    if (phase === JobPhase.Complete && claimed) return;
    await this.failed(place, claimed);
    if (!claimed) await this.api.deleteJob(name);
  }

  /** A pod that is told to end does not know why; it waits a moment for this before it stops its launch. */
  private async tellWhy(launchId: string, name: string): Promise<void> {
    for (const pod of await this.api.podsOf(name)) {
      const why = disruptionOf(pod);
      const address = pod.status?.podIP;
      if (why === undefined || address === undefined) continue;
      await this.owners.podEnds(address, launchId, why).catch((error: unknown) => {
        this.logger.info({ err: error, launchId, why }, 'a pod that ends was not told why');
      });
    }
  }

  private async failed({ job, launchId, ownerUrl }: Place, claimed: boolean): Promise<void> {
    const failures = (this.failures.get(launchId) ?? 0) + 1;
    const giveUp = !claimed && failures >= TRIES;
    if (claimed || giveUp) this.failures.delete(launchId);
    else this.failures.set(launchId, failures);
    if (!claimed && !giveUp) return;
    const pods = await this.api.podsOf(jobNameOf(launchId));
    const message = failureOf(job, pods);
    this.logger.info({ launchId, message }, 'the place of a launch is gone');
    await this.owners.gone(ownerUrl, launchId, { nodeId: launchId, message, cause: causeOf(pods), giveUp });
  }
}

function placeOf(job: V1Job): Place | undefined {
  const launchId = job.metadata?.labels?.[LAUNCH_LABEL];
  const ownerUrl = job.metadata?.annotations?.[OWNER_ANNOTATION];
  return launchId === undefined || ownerUrl === undefined ? undefined : { job, launchId, ownerUrl };
}

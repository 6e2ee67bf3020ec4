import { Injectable } from '@nestjs/common';
import { Metrics, remembered } from '@portolan/service';
import { LaunchOwnerOptions, type LaunchChange } from './launch-handlers';
import { LaunchRepository, type LaunchCount } from './launch.repository';

/** Buckets for seconds from a launch's row to its process: mostly well below one, longer while launches queue. */
const DELAY_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200];

/** Metrics of launches: all waiting and running ones (from the table), and the changes that this process handled. */
@Injectable()
export class LaunchMetricsService {
  /** Returns the counts of unfinished launches, some seconds old at most: reading them looks at every one. */
  readonly unfinished: () => Promise<readonly LaunchCount[]>;
  private readonly delay;
  private readonly ended;

  constructor(
    repository: LaunchRepository,
    metrics: Metrics,
    private readonly options: LaunchOwnerOptions,
  ) {
    const { owner } = options;
    const read = remembered(() => repository.unfinished());
    this.unfinished = read;
    metrics.gaugeOf(
      'launches',
      'Launches that are not over, of all replicas, by where they are',
      ['owner', 'agent_cluster', 'place'],
      async () =>
        (await read()).map(({ agentCluster, place, count }) => ({
          labels: { owner, agent_cluster: agentCluster, place },
          value: count,
        })),
    );
    metrics.gaugeOf(
      'launch_oldest_unclaimed_seconds',
      'How long the oldest launch has waited that no node has, of all replicas',
      ['owner', 'agent_cluster'],
      async () => {
        const oldest = new Map<string, number>();
        for (const { agentCluster, place, since } of await read()) {
          if (place !== 'waiting' && place !== 'offered') continue;
          oldest.set(agentCluster, Math.min(since, oldest.get(agentCluster) ?? Infinity));
        }
        return [...oldest].map(([agentCluster, since]) => ({
          labels: { owner, agent_cluster: agentCluster },
          value: Math.max(0, Date.now() - since) / 1000,
        }));
      },
    );
    this.delay = metrics.histogram(
      'launch_start_delay_seconds',
      'From the acceptance of a launch to the start of its process, as reported to this process',
      ['owner', 'kind'],
      DELAY_BUCKETS,
    );
    this.ended = metrics.counter(
      'launches_ended_total',
      'Launches whose end this process has written, by cause; lost are those whose node is gone or forgot them',
      ['owner', 'cause'],
    );
  }

  /** Called after the commit of a change. @param wasRunning whether the process was known before */
  note(change: LaunchChange, wasRunning: boolean): void {
    const { owner } = this.options;
    if (change.type === 'ended') this.ended.inc({ owner, cause: change.end.cause });
    const { kind, createdAt, snapshot } = change.launch;
    if (wasRunning || snapshot?.startedAt === undefined) return;
    this.delay.observe({ owner, kind }, Math.max(0, snapshot.startedAt - createdAt) / 1000);
  }
}

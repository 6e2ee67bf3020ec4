import type { ServerResponse } from 'node:http';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Metrics, PeriodicTasks, whenClosed } from '@portolan/service';
import { JobOrchestrationConfig } from '../config/job-orchestration-config';
import { unavailableNow } from '../errors/error-format';

/** A comment that keeps proxies from closing an idle stream and reveals dead clients; event handlers do not see it. */
const HEARTBEAT = ':\n\n';

/** The streams of status that are open to clients: their limit, heartbeats, and end at shutdown. */
@Injectable()
export class OpenStatusStreamsService implements BeforeApplicationShutdown {
  private readonly streams = new Set<ServerResponse>();

  constructor(
    private readonly config: JobOrchestrationConfig,
    metrics: Metrics,
    periodic: PeriodicTasks,
  ) {
    const keepAlive = async (): Promise<void> => this.keepAlive();
    periodic.every(config.STATUS_HEARTBEAT_MS, 'keep status streams alive', keepAlive, {
      immediately: false,
    });
    metrics.gauge('job_status_streams_open', 'Status streams that are open to clients', [], (gauge) =>
      gauge.set(this.streams.size),
    );
  }

  beforeApplicationShutdown(): void {
    for (const response of this.streams) response.end();
  }

  /** @throws ServiceError (unavailable) when this process has too many streams */
  requireRoom(): void {
    if (this.streams.size < this.config.STATUS_STREAMS_LIMIT) return;
    throw unavailableNow('there are too many status streams');
  }

  /** Counts a stream and sends it heartbeats until it is closed; then calls `forget`. */
  add(response: ServerResponse, forget: () => void): void {
    this.streams.add(response);
    whenClosed(response, () => {
      forget();
      this.streams.delete(response);
    });
  }

  /** A slow reader gets no heartbeats. */
  private keepAlive(): void {
    for (const response of this.streams) {
      if (!response.writableNeedDrain && !response.writableEnded) response.write(HEARTBEAT);
    }
  }
}

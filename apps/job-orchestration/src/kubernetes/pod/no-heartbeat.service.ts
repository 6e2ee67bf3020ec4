import { Injectable } from '@nestjs/common';
import type { HeartbeatService } from '../../node/heartbeat.service';

/** A pod for one launch is no node that others could use: the registry of nodes knows its launcher instead. */
@Injectable()
export class NoHeartbeat implements Pick<HeartbeatService, 'start' | 'wake' | 'stop'> {
  start(): void {
    return;
  }

  wake(): void {
    return;
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}

import { Injectable } from '@nestjs/common';
import { LaunchStatesAnswer, type GoneReport, type KnownLaunch } from '@portolan/launches';
import { InternalClient } from '@portolan/service';
import { validate } from '@portolan/validation';
import { POD_KILL_GRACE_MS, POD_PORT } from './launch-job';

/** Questions and reports of a launcher to owners, and to the pods that it made. */
@Injectable()
export class OwnerQuestions {
  constructor(private readonly client: InternalClient) {}

  /** How launches of one owner are; those that it does not know are left out. @throws InternalCallError */
  async states(ownerUrl: string, launchIds: readonly string[]): Promise<Map<string, KnownLaunch>> {
    const url = `${ownerUrl}/internal/launches/states`;
    const answer = await this.client.json(url, { method: 'POST', body: { launchIds } });
    const { launches } = validate(LaunchStatesAnswer, answer);
    return new Map(launches.map((launch) => [launch.launchId, launch]));
  }

  /** Tells the pod of a launch why it has to end. @throws InternalCallError */
  async podEnds(address: string, launchId: string, why: string): Promise<void> {
    const host = address.includes(':') ? `[${address}]` : address;
    const url = `http://${host}:${POD_PORT}/internal/launches/${encodeURIComponent(launchId)}/stop`;
    const body = { killGraceMs: POD_KILL_GRACE_MS, nodeEnds: why.slice(0, 1024) };
    await this.client.json(url, { method: 'POST', body });
  }

  /** A launch's place is gone. @throws InternalCallError */
  async gone(ownerUrl: string, launchId: string, report: GoneReport): Promise<void> {
    const url = `${ownerUrl}/internal/launches/${encodeURIComponent(launchId)}/gone`;
    await this.client.json(url, { method: 'POST', body: { ...report } });
  }
}

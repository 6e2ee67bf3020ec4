import { Injectable } from '@nestjs/common';
import { LaunchStatesAnswer, type GoneReport, type KnownLaunch } from '@portolan/launches';
import { InternalClient } from '@portolan/service';
import { validate } from '@portolan/validation';

/** What a launcher asks and tells owners. */
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

  /** A launch's place is gone. @throws InternalCallError */
  async gone(ownerUrl: string, launchId: string, report: GoneReport): Promise<void> {
    const url = `${ownerUrl}/internal/launches/${encodeURIComponent(launchId)}/gone`;
    await this.client.json(url, { method: 'POST', body: { ...report } });
  }
}

import { Injectable } from '@nestjs/common';
import { notFound } from '@portolan/service';
import type { LaunchOffer } from '../protocol/launch-offer';
import type { GoneReport, LaunchStatesAnswer } from '../protocol/launcher-api';
import { LaunchRepository } from './launch.repository';
import { LaunchState, isHeld } from './launch-state';
import { Launches } from './launches.service';
import { OffersGateway } from './offers.gateway';

/** What launchers ask that do not run launches themselves but make a place for each (design §3.8). */
@Injectable()
export class LaunchPlaces {
  constructor(
    private readonly repository: LaunchRepository,
    private readonly launches: Launches,
    private readonly offers: OffersGateway,
  ) {}

  /** The offer of a launch that is not over, as it would be on the queue. @throws ServiceError (notFound) */
  async offer(id: string): Promise<LaunchOffer> {
    const launch = await this.repository.find(id);
    if (!launch || launch.state === LaunchState.Ended) throw notFound(`no launch ${id} that is not over`);
    return this.offers.signed(launch);
  }

  async states(ids: readonly string[]): Promise<LaunchStatesAnswer> {
    const rows = await this.repository.findAll(ids);
    return {
      launches: rows.map(({ id, state, nodeId }) => ({
        launchId: id,
        state,
        ...(nodeId !== null && { nodeId }),
      })),
    };
  }

  /** Loses a launch that was at that place; one that nobody has waits for another, unless there is no use in that. */
  async gone(id: string, { nodeId, message, cause, giveUp }: GoneReport): Promise<void> {
    const launch = await this.repository.find(id);
    if (!launch) return;
    if (isHeld(launch.state) && launch.nodeId === nodeId) await this.launches.lose(id, message, cause);
    else if (giveUp) await this.launches.giveUp(id, { code: 'startFailed', message, permanent: true });
  }
}

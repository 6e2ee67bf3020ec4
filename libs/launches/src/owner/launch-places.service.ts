import { Injectable } from '@nestjs/common';
import { notFound } from '@portolan/service';
import type { LaunchOffer } from '../protocol/launch-offer';
import { LaunchState, isHeld } from '../protocol/launch-state';
import type { GoneReport, LaunchStatesAnswer } from '../protocol/owner-api';
import { LaunchRepository } from './launch.repository';
import { LaunchesService } from './launches.service';
import { OffersGateway } from './offers.gateway';

/** Serves launchers that create a place (a pod) for each launch instead of running it themselves. */
@Injectable()
export class LaunchPlacesService {
  constructor(
    private readonly repository: LaunchRepository,
    private readonly launches: LaunchesService,
    private readonly offers: OffersGateway,
  ) {}

  /** Returns the offer of an unfinished launch, as it would be on the queue. @throws ServiceError (notFound) */
  async offer(id: string): Promise<LaunchOffer> {
    const launch = await this.repository.find(id);
    if (!launch || launch.state === LaunchState.Ended) throw notFound(`no unfinished launch ${id}`);
    return this.offers.signed(launch);
  }

  async states(ids: readonly string[]): Promise<LaunchStatesAnswer> {
    const launches = (await this.repository.findAll(ids)).map(({ id: launchId, state, nodeId }) =>
      nodeId === null ? { launchId, state } : { launchId, state, nodeId },
    );
    return { launches };
  }

  /** Ends the launch of a lost place as lost; an unclaimed launch waits for another place, unless a retry is pointless. */
  async gone(id: string, { nodeId, message, cause, giveUp }: GoneReport): Promise<void> {
    const launch = await this.repository.find(id);
    if (!launch) return;
    if (isHeld(launch.state) && launch.nodeId === nodeId) await this.launches.lose(id, message, cause);
    else if (giveUp) await this.launches.giveUp(id, { code: 'startFailed', message, permanent: true });
  }
}

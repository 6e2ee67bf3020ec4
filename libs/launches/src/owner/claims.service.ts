import { Injectable } from '@nestjs/common';
import { Transactions } from '@portolan/service';
import { ClaimDecision, type ClaimAnswer, type ClaimRequest } from '../protocol/claim';
import { LaunchHandlers, type LaunchChange } from './launch-handlers';
import { LaunchRepository } from './launch.repository';
import { LaunchState, isHeld } from './launch-state';
import { OfferWindows } from './offer-windows.service';

/** How long a launch that a node must not have stays off the queue, ms. */
const NOT_HERE_RETRY_MS = 2000;

/** Gives launches to nodes, each to one (design §3.2). */
@Injectable()
export class ClaimsService {
  constructor(
    private readonly repository: LaunchRepository,
    private readonly transactions: Transactions,
    private readonly handlers: LaunchHandlers,
    private readonly windows: OfferWindows,
  ) {}

  async claim(id: string, claim: ClaimRequest): Promise<ClaimAnswer> {
    const { answer, change } = await this.transactions.run(async (transaction) => {
      const launch = await this.repository.lock(id, transaction);
      const nothing = {
        answer: ClaimDecision.Stop as ClaimDecision,
        change: undefined as LaunchChange | undefined,
      };
      if (!launch) return nothing;
      if (launch.state !== LaunchState.Offered) {
        const again = isHeld(launch.state) && launch.nodeId === claim.nodeId && launch.token === claim.token;
        return again ? { ...nothing, answer: ClaimDecision.Go } : nothing;
      }
      const decision = await this.handlers.admit(launch, claim, transaction);
      if (decision !== ClaimDecision.Go) return { ...nothing, answer: decision };
      Object.assign(launch, {
        state: LaunchState.Claimed,
        claimedAt: Date.now(),
        nodeId: claim.nodeId,
        nodeUrl: claim.nodeUrl,
        host: claim.host,
        token: claim.token,
      });
      await this.repository.save(launch, transaction);
      await this.repository.beginLease(claim.nodeId, claim, transaction);
      const claimed: LaunchChange = { type: 'claimed', launch };
      await this.handlers.changed(claimed, transaction);
      return { answer: ClaimDecision.Go, change: claimed };
    });
    if (change) {
      this.windows.left(change.launch);
      this.handlers.settled(change);
    }
    return answer === ClaimDecision.NotHere
      ? { decision: answer, retryAfterMs: NOT_HERE_RETRY_MS }
      : { decision: answer };
  }
}

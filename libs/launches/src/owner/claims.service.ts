import { Injectable } from '@nestjs/common';
import { Batches, Transactions, isOutage, type Transaction } from '@portolan/service';
import { ClaimDecision, type ClaimAnswer, type ClaimRequest } from '../protocol/claim';
import { bySubject } from './by-subject';
import { LaunchHandlers, type LaunchChange, type LaunchClaim } from './launch-handlers';
import { LaunchOwnerOptions } from './launch-owner.options';
import type { LaunchEntity } from './launch.entity';
import { LaunchRepository } from './launch.repository';
import { LaunchState, isHeld } from './launch-state';
import { OfferWindows } from './offer-windows.service';

/** How long a launch that a node must not have stays off the queue, ms. */
const NOT_HERE_RETRY_MS = 2000;

/** A node's question. */
interface Asked {
  id: string;
  claim: ClaimRequest;
}

/** What became of a claim. */
interface Decided {
  answer: ClaimDecision;
  change?: LaunchChange;
}

/** Gives launches to nodes, each to one (design §3.2). */
@Injectable()
export class ClaimsService {
  private readonly asked: Batches<Asked, Decided>;

  constructor(
    private readonly repository: LaunchRepository,
    private readonly transactions: Transactions,
    private readonly handlers: LaunchHandlers,
    private readonly windows: OfferWindows,
    options: LaunchOwnerOptions,
  ) {
    const limit = options.claimsTogether ?? 1;
    this.asked = new Batches({
      work: (asked) => this.decideAll(asked),
      isolate: (error) => !isOutage(error),
      limit,
      // What comes while one transaction waits for the disk makes the next.
      concurrency: limit > 1 ? 1 : Infinity,
    });
  }

  async claim(id: string, claim: ClaimRequest): Promise<ClaimAnswer> {
    const { answer, change } = await this.asked.add({ id, claim });
    if (change) {
      this.windows.left(change.launch);
      this.handlers.settled(change);
    }
    return answer === ClaimDecision.NotHere
      ? { decision: answer, retryAfterMs: NOT_HERE_RETRY_MS }
      : { decision: answer };
  }

  /** All launches are locked before their owner's rows, and those in the order of their subjects, by whoever locks several. */
  private decideAll(asked: readonly Asked[]): Promise<Decided[]> {
    const ids = [...new Set(asked.map(({ id }) => id))];
    return this.transactions.run(async (transaction) => {
      const launches = await this.repository.lockAll(ids, transaction);
      const decided = new Map<Asked, Decided>();
      let left = bySubject(asked, ({ id }) => launches.get(id));
      while (left.length > 0) {
        // Of those that ask for the same launch the first one; the next one finds what became of it.
        const first = left.filter(({ id }, index) => left.findIndex((one) => one.id === id) === index);
        await this.decideFirst(first, launches, decided, transaction);
        left = left.filter((one) => !decided.has(one));
      }
      return asked.map((one) => decided.get(one) ?? { answer: ClaimDecision.Stop });
    });
  }

  private async decideFirst(
    asked: readonly Asked[],
    launches: ReadonlyMap<string, LaunchEntity>,
    decided: Map<Asked, Decided>,
    transaction: Transaction,
  ): Promise<void> {
    const open: (LaunchClaim & { asked: Asked })[] = [];
    for (const one of asked) {
      const launch = launches.get(one.id);
      if (launch?.state === LaunchState.Offered) open.push({ asked: one, claim: one.claim, launch });
      else decided.set(one, { answer: answerAgain(launch, one.claim) });
    }
    const answers = open.length > 0 ? await this.handlers.admitAll(open, transaction) : [];
    for (const [index, one] of open.entries()) {
      const answer = answers[index] ?? ClaimDecision.Stop;
      const change = answer === ClaimDecision.Go ? await this.give(one, transaction) : undefined;
      decided.set(one.asked, { answer, ...(change && { change }) });
    }
  }

  private async give({ launch, claim }: LaunchClaim, transaction: Transaction): Promise<LaunchChange> {
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
    const change: LaunchChange = { type: 'claimed', launch };
    await this.handlers.changed(change, transaction);
    return change;
  }
}

/** Whoever has it is told so again; it is nothing for anybody else any more. */
function answerAgain(launch: LaunchEntity | undefined, claim: ClaimRequest): ClaimDecision {
  const again =
    launch && isHeld(launch.state) && launch.nodeId === claim.nodeId && launch.token === claim.token;
  return again ? ClaimDecision.Go : ClaimDecision.Stop;
}

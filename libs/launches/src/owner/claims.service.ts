import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@portolan/service';
import { LaunchState, isHeld, moveLaunch } from '../protocol/launch-state';
import { ClaimDecision, type ClaimAnswer, type ClaimRequest } from '../protocol/owner-api';
import { LaunchBatches } from './launch-batches';
import { LaunchHandlers, LaunchOwnerOptions, type LaunchChange, type LaunchClaim } from './launch-handlers';
import type { LaunchEntity } from './launch.entity';
import { LaunchRepository } from './launch.repository';
import { OfferWindowsService } from './offer-windows.service';
import { OwnOrderService } from './own-order.service';

/** Time that a launch refused to a node stays off the queue, ms. */
const NOT_HERE_RETRY_MS = 2000;
/** Time that a launch stays off the queue when another one goes first, ms. */
const NOT_YET_RETRY_MS = 200;

/** A claim of a node. */
interface Asked {
  id: string;
  claim: ClaimRequest;
}

interface Decided {
  answer: ClaimDecision;
  change?: LaunchChange;
  /** A more urgent launch of the same user, for which this one is refused. */
  first?: { agentCluster: string; id: string };
}

/** Grants launches to nodes, each to exactly one. */
@Injectable()
export class ClaimsService {
  private readonly asked: LaunchBatches<Asked, Decided>;

  constructor(
    private readonly repository: LaunchRepository,
    transactions: Transactions,
    private readonly handlers: LaunchHandlers,
    private readonly windows: OfferWindowsService,
    private readonly order: OwnOrderService,
    options: LaunchOwnerOptions,
  ) {
    this.asked = new LaunchBatches(repository, transactions, {
      idOf: ({ id }) => id,
      work: (asked, launches, transaction) => this.decide(asked, launches, transaction),
      together: options.claimsTogether,
      concurrency: Infinity,
    });
  }

  async claim(id: string, claim: ClaimRequest): Promise<ClaimAnswer> {
    const { answer, change, first } = await this.asked.add({ id, claim });
    if (first) {
      await this.order.bringForward(first.agentCluster, first.id);
      return { decision: answer, retryAfterMs: NOT_YET_RETRY_MS };
    }
    if (change) {
      this.windows.left(change.launch);
      this.handlers.settled(change);
    }
    return answer === ClaimDecision.NotHere
      ? { decision: answer, retryAfterMs: NOT_HERE_RETRY_MS }
      : { decision: answer };
  }

  private async decide(
    asked: readonly Asked[],
    launches: ReadonlyMap<string, LaunchEntity>,
    transaction: Transaction,
  ): Promise<Map<Asked, Decided>> {
    const decided = new Map<Asked, Decided>();
    for (let left = asked; left.length > 0; left = left.filter((one) => !decided.has(one))) {
      // Of concurrent claims for one launch the first is decided here; the next one sees its result.
      const first = left.filter(({ id }, index) => left.findIndex((one) => one.id === id) === index);
      const open: (LaunchClaim & { asked: Asked })[] = [];
      for (const one of first) {
        const launch = launches.get(one.id);
        if (launch?.state !== LaunchState.Offered) {
          decided.set(one, { answer: answerAgain(launch, one.claim) });
          continue;
        }
        const urgent = await this.order.before({ launch, claim: one.claim }, transaction);
        if (urgent === undefined) open.push({ asked: one, claim: one.claim, launch });
        else {
          const first = { agentCluster: launch.agentCluster, id: urgent };
          decided.set(one, { answer: ClaimDecision.NotHere, first });
        }
      }
      const answers = open.length > 0 ? await this.handlers.admit(open, transaction) : [];
      const granted = open.filter((_, index) => answers[index] === ClaimDecision.Go);
      const changes = await this.giveAll(granted, transaction);
      for (const [index, one] of open.entries()) {
        const change = changes.find(({ launch }) => launch === one.launch);
        decided.set(one.asked, { answer: answers[index] ?? ClaimDecision.Stop, ...(change && { change }) });
      }
    }
    return decided;
  }

  private async giveAll(granted: readonly LaunchClaim[], transaction: Transaction): Promise<LaunchChange[]> {
    const changes = granted.map(({ launch, claim: { nodeId, nodeUrl, host, token } }): LaunchChange => {
      moveLaunch(launch, LaunchState.Claimed);
      Object.assign(launch, { claimedAt: Date.now(), nodeId, nodeUrl, host, token });
      return { type: 'claimed', launch };
    });
    if (changes.length === 0) return changes;
    await this.repository.saveAll(
      granted.map(({ launch }) => launch),
      transaction,
    );
    const nodes = new Map(granted.map(({ claim }) => [claim.nodeId, claim]));
    for (const [nodeId, claim] of nodes) await this.repository.beginLease(nodeId, claim, transaction);
    await this.handlers.changed(changes, transaction);
    return changes;
  }
}

/** The holder gets the same answer again; for all other nodes the launch is taken. */
function answerAgain(launch: LaunchEntity | undefined, { nodeId, token }: ClaimRequest): ClaimDecision {
  const again = launch && isHeld(launch.state) && launch.nodeId === nodeId && launch.token === token;
  return again ? ClaimDecision.Go : ClaimDecision.Stop;
}

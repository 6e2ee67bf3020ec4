import { open, rename, writeFile } from 'node:fs/promises';
import {
  LeaseAnswer,
  ClaimAnswer,
  type ClaimRequest,
  type LaunchInstruction,
  type LeaseRequest,
} from '@portolan/launches';
import { InternalCallError, type InternalClient } from '@portolan/service';
import { validate } from '@portolan/validation';

/** Addresses of one owner's replicas that are remembered. */
const MAX_ADDRESSES = 4;
/** Renewals in one lease. */
const RENEWALS_PER_LEASE = 3;
/** A failed renewal is tried again after this part of a lease, at the latest after {@link MAX_RETRY_MS}. */
const RETRIES_PER_LEASE = 12;
const MAX_RETRY_MS = 5000;

/** No replica of the owner runs, or its database is away: not a matter of the network between us. */
export class OwnerDown extends Error {
  override readonly name = 'OwnerDown';

  constructor(owner: string, cause: unknown) {
    super(`${owner} is down: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** None of the owner's addresses gave an answer; `errors` has why, one for each of them. */
export class Unanswered extends AggregateError {
  override readonly name = 'Unanswered';
  declare readonly errors: unknown[];

  constructor(owner: string, errors: unknown[]) {
    const reasons = errors.map((error) => (error instanceof Error ? error.message : String(error)));
    super(errors, `${owner} does not answer: ${reasons.join('; ')}`);
  }
}

/** The connection of this node to one owner: its addresses and the lease. */
export class OwnerLink {
  private addresses: string[] = [];
  private leaseMs: number | undefined;
  private renewedAt: number | undefined;
  private failed = false;

  constructor(
    readonly owner: string,
    private readonly client: InternalClient,
    private readonly leaseFile: string,
    private readonly timeoutMs: number,
  ) {}

  /** An address by which the owner was heard of. A new one is asked first; after that the one that answered last. */
  learn(address: string): void {
    if (!this.addresses.includes(address)) this.prefer(address);
  }

  /** True while the owner can't be reached: the last renewal was not answered. */
  get outOfReach(): boolean {
    return this.failed;
  }

  /** Tells whether the lease holds, by this machine's monotonic clock. */
  get holds(): boolean {
    return (
      this.renewedAt !== undefined &&
      this.leaseMs !== undefined &&
      performance.now() - this.renewedAt < this.leaseMs
    );
  }

  /** True once a lease was had and ran out. */
  get lost(): boolean {
    return this.renewedAt !== undefined && !this.holds;
  }

  /** Pause until the next renewal, ms. */
  get pauseMs(): number {
    const leaseMs = this.leaseMs ?? MAX_RETRY_MS * RETRIES_PER_LEASE;
    return this.failed ? Math.min(MAX_RETRY_MS, leaseMs / RETRIES_PER_LEASE) : leaseMs / RENEWALS_PER_LEASE;
  }

  /**
   * Renews the lease with the first address that answers.
   *
   * @returns the owner's instructions and how long the lease holds
   * @throws OwnerDown when it is certain that the owner itself is away, else the error of the last address
   */
  async renew(
    nodeId: string,
    request: LeaseRequest,
  ): Promise<{ leaseMs: number; launches: LaunchInstruction[] }> {
    // Counted from before the question: the owner may have written the answer at any time since.
    const asked = performance.now();
    const plain = await this.ask('PUT', `/internal/leases/${encodeURIComponent(nodeId)}`, request).catch(
      async (errors: unknown) => {
        this.failed = true;
        if (!(errors instanceof Unanswered)) throw errors;
        if (!errors.errors.every(isDown)) throw errors.errors.at(-1);
        await this.prolong();
        throw new OwnerDown(this.owner, errors.errors.at(-1));
      },
    );
    this.failed = true;
    const answer = validate(LeaseAnswer, plain);
    this.failed = false;
    this.renewedAt = asked;
    this.leaseMs = answer.leaseMs;
    await this.writeLeaseFile();
    return answer;
  }

  /**
   * Asks for a launch at the first address that answers: any replica can, and the claim's token makes a
   * question that another replica has granted already the same question.
   *
   * @throws Unanswered with the error of each address
   */
  async claim(launchId: string, request: ClaimRequest): Promise<ClaimAnswer> {
    const path = `/internal/launches/${encodeURIComponent(launchId)}/claim`;
    return validate(ClaimAnswer, await this.ask('POST', path, request));
  }

  private async ask(method: 'PUT' | 'POST', path: string, body: object): Promise<unknown> {
    const errors: unknown[] = [];
    for (const address of [...this.addresses]) {
      try {
        const call = { method, body, timeoutMs: this.timeoutMs };
        const answer = await this.client.json(`${address}${path}`, call);
        this.prefer(address);
        return answer;
      } catch (error) {
        errors.push(error);
      }
    }
    throw new Unanswered(this.owner, errors);
  }

  private prefer(address: string): void {
    const others = this.addresses.filter((known) => known !== address);
    this.addresses = [address, ...others].slice(0, MAX_ADDRESSES);
  }

  /** An owner that is down gives nobody up: it has to be up for a whole lease before it may (design §3.5). */
  private async prolong(): Promise<void> {
    if (this.renewedAt !== undefined) this.renewedAt = performance.now();
    await this.writeLeaseFile();
  }

  /**
   * Wrappers of workers watch this file; it must never be seen half-written. On a full disk there is room for what
   * takes the place of as many bytes only. The lease itself does not depend on it.
   */
  private async writeLeaseFile(): Promise<void> {
    const text = `${Date.now()}-${String(process.pid).padStart(10, '0')}\n`;
    const temporary = `${this.leaseFile}.tmp`;
    try {
      await writeFile(temporary, text);
      await rename(temporary, this.leaseFile);
    } catch {
      await overwrite(this.leaseFile, text).catch(() => undefined);
    }
  }
}

/** Writes a text over another of the same length, in one go. */
async function overwrite(path: string, text: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.write(text, 0);
  } finally {
    await file.close();
  }
}

/** Refused by the owner's machine, or answered by the owner that it can't serve now. A silent network is neither. */
function isDown(error: unknown): boolean {
  if (!(error instanceof InternalCallError)) return false;
  if (error.status !== undefined) return error.status === 503;
  return error.code === 'ECONNREFUSED';
}

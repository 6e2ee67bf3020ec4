import { writeFile, rename } from 'node:fs/promises';
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

/** The connection of this node to one owner: its addresses and the lease. */
export class OwnerLink {
  private readonly addresses: string[] = [];
  private leaseMs: number | undefined;
  private renewedAt: number | undefined;
  private failed = false;

  constructor(
    readonly owner: string,
    private readonly client: InternalClient,
    private readonly leaseFile: string,
    private readonly timeoutMs: number,
  ) {}

  /** An address by which the owner was heard of; the latest is asked first. */
  learn(address: string): void {
    const known = this.addresses.indexOf(address);
    if (known === 0) return;
    if (known > 0) this.addresses.splice(known, 1);
    this.addresses.unshift(address);
    this.addresses.length = Math.min(this.addresses.length, MAX_ADDRESSES);
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
    this.failed = true;
    // Counted from before the question: the owner may have written the answer at any time since.
    const asked = performance.now();
    const plain = await this.ask(`/internal/leases/${encodeURIComponent(nodeId)}`, request).catch(
      async (error: unknown) => {
        if (error instanceof OwnerDown) await this.prolong();
        throw error;
      },
    );
    const answer = validate(LeaseAnswer, plain);
    this.failed = false;
    this.renewedAt = asked;
    this.leaseMs = answer.leaseMs;
    await this.writeLeaseFile();
    return answer;
  }

  /** Asks for a launch at the address that its offer named. @throws InternalCallError */
  async claim(address: string, launchId: string, request: ClaimRequest): Promise<ClaimAnswer> {
    const url = `${address}/internal/launches/${encodeURIComponent(launchId)}/claim`;
    const options = { method: 'POST', body: request, timeoutMs: this.timeoutMs } as const;
    return validate(ClaimAnswer, await this.client.json(url, options));
  }

  private async ask(path: string, body: object): Promise<unknown> {
    const errors: unknown[] = [];
    for (const address of [...this.addresses]) {
      try {
        return await this.client.json(`${address}${path}`, {
          method: 'PUT',
          body,
          timeoutMs: this.timeoutMs,
        });
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.every(isDown)) throw new OwnerDown(this.owner, errors.at(-1));
    throw errors.at(-1);
  }

  /** An owner that is down gives nobody up: it has to be up for a whole lease before it may (design §3.5). */
  private async prolong(): Promise<void> {
    if (this.renewedAt !== undefined) this.renewedAt = performance.now();
    await this.writeLeaseFile();
  }

  /** Wrappers of workers watch this file; it must never be seen half-written. */
  private async writeLeaseFile(): Promise<void> {
    const temporary = `${this.leaseFile}.tmp`;
    await writeFile(temporary, `${Date.now()}-${process.pid}\n`);
    await rename(temporary, this.leaseFile);
  }
}

/** Refused by the owner's machine, or answered by the owner that it can't serve now. A silent network is neither. */
function isDown(error: unknown): boolean {
  if (!(error instanceof InternalCallError)) return false;
  if (error.status !== undefined) return error.status === 503;
  const cause = (error.cause as Error | undefined)?.cause as NodeJS.ErrnoException | undefined;
  return cause?.code === 'ECONNREFUSED';
}

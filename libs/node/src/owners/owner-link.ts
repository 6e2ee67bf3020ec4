import { open, rename, writeFile } from 'node:fs/promises';
import {
  ClaimAnswer,
  LeaseAnswer,
  leaseHolds,
  type ClaimRequest,
  type LeaseRequest,
} from '@portolan/launches';
import { InternalCallError, messageOf, type InternalClient } from '@portolan/service';
import { validate } from '@portolan/validation';
import { closing } from '../file-system/confined-folder';

/** Addresses of one owner's replicas to remember. */
const MAX_ADDRESSES = 4;
const RENEWALS_PER_LEASE = 3;
/** A failed renewal is retried after this part of a lease, at the latest after {@link MAX_RETRY_MS}. */
const RETRIES_PER_LEASE = 12;
const MAX_RETRY_MS = 5000;

/** No replica of the owner runs, or its database is unavailable; the network between works. */
class OwnerDown extends Error {
  override readonly name = 'OwnerDown';

  constructor(owner: string, cause: unknown) {
    super(`${owner} is down: ${messageOf(cause)}`, { cause });
  }
}

/** No address of the owner answered; `errors` has one reason for each. */
export class OwnerUnreachableError extends AggregateError {
  override readonly name = 'OwnerUnreachableError';
  declare readonly errors: unknown[];

  constructor(owner: string, errors: unknown[]) {
    super(errors, `${owner} does not answer: ${errors.map(messageOf).join('; ')}`);
  }
}

/** The connection of this node to one owner: its addresses and the lease. */
export class OwnerLink {
  private addresses: string[] = [];
  private leaseMs: number | undefined;
  private renewedAt: number | undefined;
  /** True after an unanswered renewal. */
  outOfReach = false;

  constructor(
    readonly owner: string,
    private readonly client: InternalClient,
    private readonly leaseFile: string,
    private readonly timeoutMs: number,
  ) {}

  /** Adds an address of the owner. A new one is tried first; after that, the one that answered last. */
  learn(address: string): void {
    if (!this.addresses.includes(address)) this.prefer(address);
  }

  /** Reports whether the lease holds, by this machine's monotonic clock. */
  get holds(): boolean {
    const { renewedAt, leaseMs } = this;
    return (
      renewedAt !== undefined && leaseMs !== undefined && leaseHolds(renewedAt, leaseMs, performance.now())
    );
  }

  /** True once a lease was held and expired. */
  get lost(): boolean {
    return this.renewedAt !== undefined && !this.holds;
  }

  /** Pause until the next renewal, ms. */
  get pauseMs(): number {
    const leaseMs = this.leaseMs ?? MAX_RETRY_MS * RETRIES_PER_LEASE;
    return this.outOfReach
      ? Math.min(MAX_RETRY_MS, leaseMs / RETRIES_PER_LEASE)
      : leaseMs / RENEWALS_PER_LEASE;
  }

  /** Renews the lease with the first address that answers. @throws OwnerDown when the owner is certainly unavailable */
  async renew(nodeId: string, request: LeaseRequest): Promise<LeaseAnswer> {
    // Counted from before the request: the owner may have written the renewal at any time since.
    const asked = performance.now();
    const path = `/internal/leases/${encodeURIComponent(nodeId)}`;
    const plain = await this.ask('PUT', path, { ...request, owner: this.owner }).catch(
      async (error: unknown) => {
        this.outOfReach = true;
        if (!(error instanceof OwnerUnreachableError)) throw error;
        const last = error.errors.at(-1);
        if (!error.errors.every(isDown)) throw last;
        await this.prolong();
        throw new OwnerDown(this.owner, last);
      },
    );
    this.outOfReach = true;
    const answer = validate(LeaseAnswer, plain);
    this.outOfReach = false;
    this.renewedAt = asked;
    this.leaseMs = answer.leaseMs;
    await this.writeLeaseFile();
    return answer;
  }

  /** Claims a launch at the first address that answers. The token makes repetition harmless. @throws OwnerUnreachableError */
  async claim(launchId: string, request: ClaimRequest): Promise<ClaimAnswer> {
    const path = `/internal/launches/${encodeURIComponent(launchId)}/claim`;
    return validate(ClaimAnswer, await this.ask('POST', path, { ...request, owner: this.owner }));
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
    throw new OwnerUnreachableError(this.owner, errors);
  }

  private prefer(address: string): void {
    const others = this.addresses.filter((known) => known !== address);
    this.addresses = [address, ...others].slice(0, MAX_ADDRESSES);
  }

  /** An owner that was down declares no node lost before the owner has been up for a whole lease. */
  private async prolong(): Promise<void> {
    if (this.renewedAt !== undefined) this.renewedAt = performance.now();
    await this.writeLeaseFile();
  }

  /**
   * Wrappers of workers watch this file; it must never be seen half-written. On a full disk only an overwrite of
   * equal length succeeds. The lease itself does not depend on the file.
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

/** Overwrites a text with another of the same length in one write. */
const overwrite = async (path: string, text: string): Promise<unknown> =>
  closing(await open(path, 'r+'), (file) => file.write(text, 0));

/** Refused by the owner's machine, or the owner answered that it is unavailable. A timeout is neither. */
function isDown(error: unknown): boolean {
  if (!(error instanceof InternalCallError)) return false;
  if (error.status !== undefined) return error.status === 503;
  return error.code === 'ECONNREFUSED';
}

import { Injectable } from '@nestjs/common';
import { within } from '@portolan/messaging';

/** Checks a dependency that the service needs. Resolves when it is available, rejects with the reason otherwise. */
export type ReadinessCheck = () => Promise<void>;

/** The checks that must pass before the process receives requests. Services add further ones. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, ReadinessCheck>();
  private stopping = false;

  add(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** Marks the process as not ready because it is about to stop. */
  stop(): void {
    this.stopping = true;
  }

  /** Runs all checks concurrently, each for at most `timeoutMs`. @returns the state of each: `up`, or the reason why not */
  async report(timeoutMs: number): Promise<{ ready: boolean; report: Record<string, string> }> {
    const entries = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await ask(check, timeoutMs)] as const),
    );
    if (this.stopping) entries.push(['shutdown', 'stopping']);
    return { ready: entries.every(([, state]) => state === 'up'), report: Object.fromEntries(entries) };
  }
}

async function ask(check: ReadinessCheck, timeoutMs: number): Promise<string> {
  const asked = check().then(
    () => 'up',
    (error: unknown) => (error instanceof Error ? error.message || error.name : String(error)),
  );
  return within(timeoutMs, asked, () => `no answer within ${timeoutMs} ms`);
}

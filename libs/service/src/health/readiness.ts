import { Injectable } from '@nestjs/common';

/** Asks something that the service can't serve without. Resolves when it is well, throws the reason otherwise. */
export type ReadinessCheck = () => Promise<void>;

/** The state of each thing that was asked: `up`, or why not. */
export type ReadinessReport = Record<string, string>;

/** What must be well before requests are sent here. Services add their own checks. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, ReadinessCheck>();
  private stopping = false;

  add(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** From now on not ready: the process is about to stop. */
  stop(): void {
    this.stopping = true;
  }

  /** Asks everything at once, each for at most `timeoutMs`. */
  async report(timeoutMs: number): Promise<{ ready: boolean; report: ReadinessReport }> {
    const entries = await Promise.all(
      [...this.checks].map(async ([name, check]): Promise<[string, string]> => [
        name,
        await ask(check, timeoutMs),
      ]),
    );
    if (this.stopping) entries.push(['shutdown', 'stopping']);
    return { ready: entries.every(([, state]) => state === 'up'), report: Object.fromEntries(entries) };
  }
}

async function ask(check: ReadinessCheck, timeoutMs: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${timeoutMs} ms`), timeoutMs);
  });
  const asked = check().then(
    () => 'up',
    (error: unknown) => (error instanceof Error ? error.message || error.name : String(error)),
  );
  const state = await Promise.race([asked, limit]);
  clearTimeout(timer);
  return state;
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** A separate server process, ended by the test. */
export class ServerProcess {
  private readonly child: ChildProcess;
  private output = '';

  constructor(program: string, args: readonly string[]) {
    this.child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child.on('error', (error) => (this.output += error.message));
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-4000)));
  }

  /** Waits until `answers` does not throw any more. */
  async ready(answers: () => Promise<unknown>, limitMs = 60_000): Promise<void> {
    const deadline = Date.now() + limitMs;
    for (;;) {
      try {
        await answers();
        return;
      } catch (error) {
        if (this.child.exitCode !== null || Date.now() > deadline)
          throw new Error(`the server does not answer (${String(error)}): ${this.output}`);
      }
      await delay(50);
    }
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null || this.child.pid === undefined)
      return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }
}

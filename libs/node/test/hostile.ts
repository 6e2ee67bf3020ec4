import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** An unprivileged account without a name. */
export const MALLORY = 61_001;

/** Only root can change the user; for other accounts these attacks have no effect. */
export const asRoot = process.getuid?.() === 0;

/**
 * Runs a Node.js script repeatedly as an unprivileged user, until {@link stop}. Errors of the script's body are part of the race.
 */
export class Attacker {
  private constructor(private readonly child: ChildProcess) {}

  /** @param body uses `fs`, and the arguments as `a` */
  static async start(uid: number, body: string, args: Record<string, string>): Promise<Attacker> {
    const script = `const fs = require('node:fs'); const a = ${JSON.stringify(args)};
      process.stdout.write('up'); for (;;) { try { ${body} } catch {} }`;
    const child = spawn(process.execPath, ['-e', script], {
      ...(asRoot && { uid, gid: uid }),
      cwd: '/',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    return new Attacker(child);
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}

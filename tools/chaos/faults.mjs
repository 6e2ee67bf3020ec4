/** The faults: the effect of each on the system, and its end. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Kinds that are impossible on this machine, with the reason. */
export const leftOut = ({ network, disk }) => ({
  ...(network.reason && { 'cut link': network.reason }),
  ...(disk.reason && { 'fill disk': disk.reason }),
});

/** The dependency that a fault of this kind makes unavailable; undefined for none. */
export const dependencyOf = (kind) => /(?:MySQL|Redis)$/.exec(kind)?.[0];

const FIXED = { 'fill disk': 'node-1', 'cut link': 'node-2' };

export class Faults {
  /** `{kind, on, from, until, recoveredMs}` of each fault so far; a lasting one has no `until`. */
  done = [];

  constructor(system, { workers, say }) {
    Object.assign(this, { system, workers, say });
  }

  /** Returns the latest fault that lasted, or was being recovered from, since a time. */
  during(since) {
    const last = this.done.at(-1);
    return last?.recoveredMs !== undefined && last.until + last.recoveredMs < since ? undefined : last;
  }

  /** @param recovered resolves when the whole system responds again */
  async bring({ kind, pick, forMs }, recovered) {
    const target = this.#target(kind, pick);
    const on = target?.process.name ?? FIXED[kind] ?? '';
    const fault = { kind, on, from: performance.now(), until: undefined };
    this.done.push(fault);
    this.say(`${kind}${on && ` ${on}`}${forMs ? `, ${(forMs / 1000).toFixed(1)} s` : ''}`);
    await this.#ways[kind](target, forMs);
    fault.until = performance.now();
    await recovered();
    fault.recoveredMs = performance.now() - fault.until;
  }

  #target(kind, pick) {
    const { services, nodes } = this.system;
    const among = kind.endsWith(' service') ? Object.values(services).flat() : nodes;
    return /^(kill|pause) (service|node)$/.test(kind) ? among[Math.floor(pick * among.length)] : undefined;
  }

  #ways = {
    'kill service': (one, ms) => this.#dead(one, ms),
    'move service': (_, ms) => this.#moved(this.system.services.jobs, ms),
    'kill node': (one, ms) => this.#dead(one, ms),
    'pause service': (one, ms) => paused(one, ms),
    'pause node': (one, ms) => paused(one, ms),
    'pause MySQL': (_, ms) => paused(this.system.mysql, ms),
    'pause Redis': (_, ms) => paused(this.system.redis, ms),
    'kill MySQL': (_, ms) => away(this.system.mysql, ms, (server) => server.process.kill()),
    'restart MySQL': (_, ms) => away(this.system.mysql, ms, (server) => server.stop()),
    'restart Redis': (_, ms) => away(this.system.redis, ms, (server) => server.process.kill()),
    'empty Redis': (_, ms) =>
      away(this.system.redis, ms, async (server) => {
        await server.process.kill();
        server.clear();
      }),
    'fill disk': async (_, ms) => {
      this.system.disk.fill();
      await sleep(ms);
      this.system.disk.empty();
    },
    'cut link': async (_, ms) => {
      await this.system.network.cut();
      await sleep(ms);
      await this.system.network.mend();
    },
    'kill worker': async () => this.workers(),
  };

  /** Stops all replicas together and restarts each at another address, which nodes must discover. */
  async #moved(replicas, ms) {
    await Promise.all(replicas.map(({ process }) => process.kill()));
    for (const one of replicas) await this.system.move(one);
    await Promise.all(replicas.map((one) => this.#dead(one, ms)));
  }

  /** Kills a process and restarts it after a pause, as Kubernetes does. */
  async #dead(one, ms) {
    await one.process.kill();
    await sleep(ms);
    one.process.start();
    one.process.undisturbedSince = undefined;
    await this.system.ready(one);
    one.process.undisturbedSince = performance.now();
  }
}

async function paused({ process }, ms) {
  process.signal('SIGSTOP');
  await sleep(ms);
  process.signal('SIGCONT');
}

async function away(server, ms, end) {
  await end(server);
  await sleep(ms);
  await server.start();
}

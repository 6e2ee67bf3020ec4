/** Which ports this checkout uses: those that the user names, else the first set that is free. */
import process from 'node:process';
import { Failure, say } from './console.mjs';
import { describeOwner, isFree } from './network.mjs';
import { portsFrom } from './settings.mjs';
import { readState, updateState } from './state.mjs';

/** Sets of ports that are tried: the usual one, then one for each further checkout. */
const STEP = 100;
const SETS = 20;

const withOffset = (offset) => portsFrom({ ...process.env, PORTOLAN_PORT_OFFSET: String(offset) });

/** Returns the ports of this checkout: of `PORTOLAN_PORT_OFFSET`, else those that were chosen at the last start. */
export const currentSet = () =>
  process.env.PORTOLAN_PORT_OFFSET ? portsFrom(process.env) : withOffset(readState().portOffset ?? 0);

async function firstTaken(ports) {
  for (const port of Object.values(ports)) if (!(await isFree(port))) return port;
  return undefined;
}

/**
 * Finds the first set without a taken port.
 *
 * @param {(offset: number) => Record<string, number>} setOf the ports of an offset
 * @param {(port: number) => void} onTaken hears of the port for which a set was left out
 * @returns {Promise<number>} its offset
 * @throws {Failure} when there is none
 */
export async function firstFreeSet(setOf, onTaken) {
  for (let offset = 0; offset < SETS * STEP; offset += STEP) {
    const taken = await firstTaken(setOf(offset));
    if (taken === undefined) return offset;
    onTaken(taken);
  }
  throw new Failure('no set of ports is free; PORTOLAN_PORT_OFFSET names another one');
}

/**
 * Chooses the ports for what is about to be started, and remembers them. What runs keeps the set that it was started on, and so
 * does a set that `PORTOLAN_PORT_OFFSET` names.
 *
 * @param {boolean} anythingRuns whether a server or service of this checkout runs
 * @throws {Failure} when no set is free
 */
export async function choosePorts(anythingRuns) {
  if (process.env.PORTOLAN_PORT_OFFSET || anythingRuns) return;
  const portOffset = await firstFreeSet(withOffset, (port) =>
    say(
      `port ${port} is used by ${describeOwner(port) || 'another process'}: trying the ports ${STEP} above`,
    ),
  );
  if ((readState().portOffset ?? 0) !== portOffset) updateState({ portOffset });
}

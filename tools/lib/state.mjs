/** State kept between commands: the token of the internal addresses, the password of the private servers, and the ports of this checkout. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { Failure, say } from './console.mjs';
import { parsed, tryRead } from './files.mjs';
import { findRunning } from './processes.mjs';
import { HOME, SERVICES, paths, portsFrom } from './settings.mjs';
import { describeOwner, isFree } from './network.mjs';

/** Returns the stored state; empty before the first start. */
export const readState = () => parsed(tryRead(paths.state)) ?? {};

/** Merges `changes` into the state. Only its owner may read the file: it holds a token and a password. */
function updateState(changes) {
  const state = { ...readState(), ...changes };
  mkdirSync(HOME, { recursive: true });
  const draft = `${paths.state}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, paths.state);
  return state;
}

const MIN_TOKEN_LENGTH = 16;

/** Chooses the token: that of running services, else the user's, else the stored one unless it is too short, else a new one. */
export function chooseToken({ given, remembered, running }) {
  if (running && remembered) return remembered;
  if (given && given.length < MIN_TOKEN_LENGTH)
    throw new Failure(`INTERNAL_TOKEN must have at least ${MIN_TOKEN_LENGTH} characters`);
  if (given) return given;
  return remembered?.length >= MIN_TOKEN_LENGTH ? remembered : randomBytes(24).toString('base64url');
}

/**
 * Returns the token of internal addresses: that of running services, else `INTERNAL_TOKEN`, else one created at the first start.
 */
export function internalToken() {
  const remembered = readState().internalToken;
  const running = SERVICES.some(({ app }) => findRunning(app));
  const token = chooseToken({ given: process.env.INTERNAL_TOKEN, remembered, running });
  if (remembered !== token) updateState({ internalToken: token });
  return token;
}

/** Returns the password of the private MySQL and Redis, created at the first start. Users of this machine run jobs, too. */
export function serverPassword() {
  const remembered = readState().serverPassword;
  if (remembered) return remembered;
  const created = randomBytes(24).toString('base64url');
  updateState({ serverPassword: created });
  return created;
}

/** Offset between two sets of ports, and the number of tried sets: the usual one, then one for each further checkout. */
const STEP = 100;
const SETS = 20;

const withOffset = (offset) => portsFrom({ ...process.env, PORTOLAN_PORT_OFFSET: String(offset) });

/** Returns the ports of this checkout: of `PORTOLAN_PORT_OFFSET`, else those that were chosen at the last start. */
export const currentSet = () =>
  process.env.PORTOLAN_PORT_OFFSET ? portsFrom(process.env) : withOffset(readState().portOffset ?? 0);

/** Returns the offset of the first set without a taken port; `onTaken` gets the port that rules out a set. */
export async function firstFreeSet(setOf, onTaken) {
  for (let offset = 0; offset < SETS * STEP; offset += STEP) {
    const ports = Object.values(setOf(offset));
    const free = await Promise.all(ports.map((port) => isFree(port)));
    if (!free.includes(false)) return offset;
    onTaken(ports[free.indexOf(false)]);
  }
  throw new Failure('no set of ports is free; PORTOLAN_PORT_OFFSET names another one');
}

/** Chooses and remembers the ports for a start, unless `PORTOLAN_PORT_OFFSET` names them or anything of this checkout runs. */
export async function choosePorts(anythingRuns) {
  if (process.env.PORTOLAN_PORT_OFFSET || anythingRuns) return;
  const portOffset = await firstFreeSet(withOffset, (port) => {
    const owner = describeOwner(port) || 'another process';
    say(`port ${port} is used by ${owner}: trying the ports ${STEP} above`);
  });
  if ((readState().portOffset ?? 0) !== portOffset) updateState({ portOffset });
}

/** What has to be remembered between commands: the token of the internal addresses, and where the services are. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { Failure } from './console.mjs';
import { findRunning } from './processes.mjs';
import { HOME, SERVICES, paths } from './settings.mjs';

/** The remembered state; empty before the first start. */
export function readState() {
  try {
    return JSON.parse(readFileSync(paths.state, 'utf8'));
  } catch {
    return {};
  }
}

/** Merges `changes` into the state. Only its owner may read the file: it holds a token. */
export function updateState(changes) {
  const state = { ...readState(), ...changes };
  mkdirSync(HOME, { recursive: true });
  const draft = `${paths.state}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, paths.state);
  return state;
}

const MIN_TOKEN_LENGTH = 16;

/**
 * Which token to use. Services that run keep theirs: with another one nobody could talk to them.
 *
 * @param given the user's `INTERNAL_TOKEN`
 * @param remembered the one of the last start; not used when a service would refuse it
 * @param running whether a service runs
 */
export function chooseToken({ given, remembered, running }) {
  if (running && remembered) return remembered;
  if (given && given.length < MIN_TOKEN_LENGTH)
    throw new Failure(`INTERNAL_TOKEN must have at least ${MIN_TOKEN_LENGTH} characters`);
  if (given) return given;
  return remembered?.length >= MIN_TOKEN_LENGTH ? remembered : randomBytes(24).toString('base64url');
}

const SERVICE_NAMES = SERVICES.map(({ app }) => app);

/** The token that internal addresses ask for: that of running services, else `INTERNAL_TOKEN`, else one made at the first start. */
export function internalToken() {
  const remembered = readState().internalToken;
  const token = chooseToken({
    given: process.env.INTERNAL_TOKEN,
    remembered,
    running: SERVICE_NAMES.some((app) => findRunning(app)),
  });
  if (remembered !== token) updateState({ internalToken: token });
  return token;
}

/** What has to be remembered between commands: the token of the internal addresses, and where the services are. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { HOME, paths } from './settings.mjs';

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

/** The token that internal addresses ask for: the user's `INTERNAL_TOKEN`, else one made at the first start. */
export function internalToken() {
  const token =
    process.env.INTERNAL_TOKEN || readState().internalToken || randomBytes(24).toString('base64url');
  if (readState().internalToken !== token) updateState({ internalToken: token });
  return token;
}

import { useSyncExternalStore } from 'react';

/** The token of the console's user. */
export interface Session {
  token: string;
  /** Ms since 1970; undefined when the issuer does not state it. */
  expiresAt?: number | undefined;
  refreshToken?: string | undefined;
}

/** Address that the issuer returns to after a login. */
export const CALLBACK = '/login/callback';

const KEY = 'portolan.session';
const listeners = new Set<() => void>();
let current = stored();

/** Session storage ends with the tab; local storage is used only when the user chose to stay logged in. */
function stored(): Session | undefined {
  const text = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as Session;
  } catch {
    return undefined;
  }
}

/** Returns the session in force, also outside components. */
export const currentSession = (): Session | undefined => current;

/** Keeps a session for this tab, or until logout with `stay`; undefined logs out. */
export function setSession(session: Session | undefined, stay = localStorage.getItem(KEY) !== null): void {
  current = session;
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(KEY);
  if (session) (stay ? localStorage : sessionStorage).setItem(KEY, JSON.stringify(session));
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the session in force, renewed when it changes. */
export const useSession = (): Session | undefined => useSyncExternalStore(subscribe, currentSession);

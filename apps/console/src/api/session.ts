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
let refused: string | null | undefined;

// Tabs whose user chose to stay logged in share the session: its refresh token can be used once, by one of them.
addEventListener('storage', ({ key, newValue }) => {
  const isOwn = sessionStorage.getItem(KEY) !== null;
  if (key !== KEY || isOwn || (newValue === null && current === undefined)) return;
  current = stored();
  notify();
});

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

/** Returns the session in force as another tab may have renewed it: its event arrives after the change. */
export function sharedSession(): Session | undefined {
  current = stored();
  notify();
  return current;
}

/** Keeps a session for this tab, or until logout with `stay`; undefined logs out. */
export function setSession(session: Session | undefined, stay = localStorage.getItem(KEY) !== null): void {
  current = session;
  const [kept, other] = stay ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  other.removeItem(KEY);
  // Without a removal before: other tabs would log out for a moment.
  if (session) kept.setItem(KEY, JSON.stringify(session));
  else kept.removeItem(KEY);
  notify();
}

/** Records that a service has refused a token, null for a request without one: it answered 401. */
export function refuseToken(token: string | null): void {
  refused = token;
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

const mustLogIn = (): boolean => refused !== undefined && refused === (current?.token ?? null);

/** Reports whether a service has refused the token in use, so that another one is needed. */
export const useMustLogIn = (): boolean => useSyncExternalStore(subscribe, mustLogIn);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the session in force, renewed when it changes. */
export const useSession = (): Session | undefined => useSyncExternalStore(subscribe, currentSession);

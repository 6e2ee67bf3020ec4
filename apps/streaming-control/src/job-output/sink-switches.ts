const isSwitchedOn = (query: string, name: string): boolean =>
  new URLSearchParams(query).get(name)?.toLowerCase() === 'true';

/** Reports whether a client requests that its losses are reported among its messages. @param query sink parameters */
export const wantsMetaMessages = (query: string): boolean => isSwitchedOn(query, 'enableMetaMessages');

/** Reports whether a client requests ids, with which it goes on after an interruption (V1-STREAM-15). @param query sink parameters */
export const wantsEventIds = (query: string): boolean => isSwitchedOn(query, 'enableEventIds');

/** Reports whether a client requests a ping at intervals (docs/contract/streams.md#job-output). @param query sink parameters */
export const wantsTunnelPings = (query: string): boolean => isSwitchedOn(query, 'MantisApiTunnelPingEnabled');

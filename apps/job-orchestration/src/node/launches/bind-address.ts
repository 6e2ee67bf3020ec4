/**
 * The address that a launch should open its ports on: on a node that is reached by loopback only, nobody else can
 * connect to its workers either. Elsewhere they listen on every address.
 */
export function bindAddress(advertisedHost: string): Record<string, string> {
  const loopback = advertisedHost === 'localhost' || /^127(\.\d{1,3}){3}$/.test(advertisedHost);
  return loopback ? { BIND_ADDRESS: '127.0.0.1' } : {};
}

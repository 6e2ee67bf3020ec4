/** Reports whether a list can be read from an address: `fetch` refuses user and password, and reads `data:` without a request. */
export function isListAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

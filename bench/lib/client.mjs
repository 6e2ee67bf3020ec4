/** Requests that prepare a case. */
import { Failure } from '../../tools/lib/console.mjs';
import { credentials } from './guards.mjs';

/** Sends JSON; fails with the text of the response unless its status is 2xx. */
export async function send(method, url, body) {
  const response = await fetch(url, {
    method,
    headers: { ...credentials(), ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Failure(`${method} ${url}: ${response.status} ${text.slice(0, 300)}`);
  return { response, text, json: () => JSON.parse(text) };
}

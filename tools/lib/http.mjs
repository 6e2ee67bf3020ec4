/** Returns the header with a token; none without a token. */
export const bearer = (token) => (token ? { authorization: `Bearer ${token}` } : {});

/**
 * Sends a request and reads the response.
 *
 * @param body sent as JSON, unless it is a form
 * @param limitMs for the whole response
 * @returns `{status, headers, text, json}`; `json` is undefined for other bodies
 * @throws Error with the reason of a missing response
 */
export async function send(method, url, { body, headers, token, limitMs = 20_000 } = {}) {
  const isJson = body !== undefined && !(body instanceof FormData);
  try {
    const response = await fetch(url, {
      method,
      headers: { ...(isJson && { 'content-type': 'application/json' }), ...bearer(token), ...headers },
      body: isJson ? JSON.stringify(body) : body,
      signal: AbortSignal.timeout(limitMs),
    });
    const text = await response.text();
    const hasJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    const json = hasJson ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, json };
  } catch (error) {
    throw new Error(error.cause?.message || error.cause?.code || error.message, { cause: error });
  }
}

/**
 * Opens a stream of server-sent events; `onEvent` gets each `{id, event, data}` and `onComment` each comment.
 *
 * @param silentMs idle time after which the stream is closed
 * @returns `{status, how}` once the stream is over; `how`: 'end' (properly), 'broken', 'silent', 'refused', 'unreached', 'closed'
 *   (by `signal`)
 */
export async function follow(url, { headers, onEvent, onComment, silentMs, signal }) {
  const { createParser } = await import('eventsource-parser');
  const silence = new AbortController();
  let timer;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silentMs);
  };
  const ends = AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]);
  let status;
  try {
    heard();
    const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: ends });
    status = response.status;
    if (status !== 200) {
      await response.body?.cancel();
      return { status, how: 'refused' };
    }
    const parser = createParser({ onEvent, onComment });
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      heard();
      parser.feed(text);
    }
    return { status, how: 'end' };
  } catch (error) {
    if (signal?.aborted) return { status, how: 'closed' };
    if (silence.signal.aborted) return { status, how: 'silent' };
    if (error.name !== 'AbortError' && error.name !== 'TypeError') throw error;
    return { status, how: status === undefined ? 'unreached' : 'broken' };
  } finally {
    clearTimeout(timer);
  }
}

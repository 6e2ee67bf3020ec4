import { request } from 'undici';

/** The response to a request of a page. */
export interface PageAnswer {
  status: number;
  text: string;
}

/**
 * Sends a request as a browser does for a page, with `Host`, `Origin` and `Sec-Fetch-Site`, which `fetch` does not allow to set.
 */
export async function sendAsPage(
  url: string,
  headers: Record<string, string>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'GET',
  body?: string,
): Promise<PageAnswer> {
  const answer = await request(url, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.statusCode, text: await answer.body.text() };
}

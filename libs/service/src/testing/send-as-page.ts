import { request } from 'undici';

/** How a request of a page was answered. */
export interface PageAnswer {
  status: number;
  text: string;
}

/** Sends a request as a browser would for a page: `Host`, `Origin` and `Sec-Fetch-Site` as given, which `fetch` keeps to itself. */
export async function sendAsPage(
  url: string,
  headers: Record<string, string>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'GET',
  body?: string,
): Promise<PageAnswer> {
  const answer = await request(url, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.statusCode, text: await answer.body.text() };
}

import { BEARER } from './api-client.ts';
import type { Client } from './generated/client/index.ts';

/**
 * A file in the directory of a job, as the service sends it: while the job runs and after.
 *
 * @param path inside the job's directory: `stdout`, `run/result.csv`
 * @param range the part to read, as in the header `Range`: `bytes=-1000`
 * @throws ApiError when there is no such file
 */
export async function readJobFile(
  client: Client,
  id: string,
  path: string,
  range?: string,
): Promise<Response> {
  const segments = [id, 'output', ...path.split('/').filter((segment) => segment !== '')];
  const { response } = await client.get<{ 200: unknown }, unknown, true>({
    security: BEARER,
    url: `/api/v3/jobs/${segments.map(encodeURIComponent).join('/')}`,
    parseAs: 'stream',
    throwOnError: true,
    headers: range === undefined ? {} : { Range: range },
  });
  return response;
}

import { requestFailure } from './request-failure.ts';

describe('[CLI-EXIT-3] the failure of a request', () => {
  it('names the command that explains an empty selection, not the request', () => {
    const message =
      'No cluster found: none has a. POST /api/v3/jobs/resolve tells more; the job is stored as x';
    const refusal = Object.assign(new Error(message), { status: 412, isFinal: true });
    const place = { method: 'POST', url: 'http://localhost/api/v3/jobs', requestId: 'r' };
    expect(requestFailure(refusal, () => place)).toMatchObject({
      message:
        'No cluster found: none has a. `portolan job resolve`, or `job submit` with `--dry-run`, tells more; the job is stored as x',
      detail: 'POST http://localhost/api/v3/jobs answered 412, request id r',
    });
  });

  const nowhere = (url: string) => {
    const request = { method: 'GET', url, requestId: 'r' };
    const error = Object.assign(new Error(`no such address: ${url}`), { status: 404, isFinal: true, url });
    return requestFailure(error, () => request);
  };
  it('[CLI-EXIT-5] supposes another service where a collection of every release is missing', () => {
    const urls = [
      'http://a/api/v3/jobs?size=1',
      'http://a/api/v3/clusters',
      'http://a/api/v2/status',
      'http://a/api/v1/jobs',
    ];
    for (const url of urls)
      expect(nowhere(url)).toMatchObject({
        detail: `GET ${url} answered 404, request id r; the address may be that of another service: see --jobs, --history and --streams`,
      });
  });

  it('[CLI-EXIT-7] supposes an older release where only an addition is missing', () => {
    for (const url of ['http://a/api/v3/schedules', 'http://a/api/v3/jobs/x/attempts'])
      expect(nowhere(url)).toMatchObject({
        detail: expect.stringContaining('older release of its API') as string,
      });
  });
});

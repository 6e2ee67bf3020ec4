import { requestFailure } from './request-failure.ts';

describe('[CLI-EXIT-3] the failure of a request', () => {
  it('names the command that tells why a selection found nothing, not the request', () => {
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
});

import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from '@portolan/service/testing';
import { SMTPServer } from 'smtp-server';
import { job, register, startJobs, type JobsService } from './support';

describe('the mail about an ended job', () => {
  const received: { to: string[]; message: string }[] = [];
  let server: SMTPServer;
  let service: JobsService;
  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        text(stream).then((message) => {
          received.push({ to: session.envelope.rcptTo.map(({ address }) => address), message });
          done();
        }, done);
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    service = await startJobs({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_POLL_MS: '100' } });
    await register(service.client);
  });
  afterAll(async () => {
    await service.stop();
    await new Promise<void>((resolve) => server.close(resolve));
  });

  it('[V3-EVENT-1] is sent once, and only when the job requests it', async () => {
    const { client } = service;
    const quiet = await client.submit();
    const id = await client.submit({ email: 'owner@example.org', name: 'nightly', commandArgs: `'exit 2'` });
    await client.ended(quiet);
    await client.ended(id);
    await eventually('a mail', () => received.length > 0);
    const other = await client.submit({ email: 'other@example.org' });
    await client.ended(other);
    await eventually('another mail', () => received.length > 1);
    expect(received.map(({ to }) => to)).toEqual([['owner@example.org'], ['other@example.org']]);
    const message = received[0]?.message.replace(/\r\n[ \t]/g, ' ') ?? '';
    expect(message).toContain(`Subject: Job Finished. Id: [${id}], Name: [nightly], Status: [FAILED].`);
    expect(message).toContain('Message: Job failed: exit code 2.');
  });

  it('[V3-EVENT-1] [V3-JOB-7] is also sent for a job without a match', async () => {
    const before = received.length;
    const wanted = job({ id: 'unmatched', email: 'owner@example.org', commandCriteria: ['nothing'] });
    expect((await service.client.call('POST', '/jobs', wanted)).status).toBe(412);
    await eventually('a mail', () => received.length > before);
    expect(received.at(-1)?.message.replace(/\r\n[ \t]/g, ' ')).toContain(
      'Id: [unmatched], Name: [test], Status: [FAILED].',
    );
  });
});

import type { Job, SubmitRequest, Worker } from './index.ts';

const submission: SubmitRequest = { name: 'visits', jobSla: { durationType: 'Perpetual' } };

describe('types of the client', () => {
  it('know the fields of requests and refuse others', () => {
    expect(submission.name).toBe('visits');
    // @ts-expect-error jobs are perpetual or transient
    const wrongValue: SubmitRequest = { ...submission, jobSla: { durationType: 'Forever' } };
    // @ts-expect-error there is no such field
    const wrongName: SubmitRequest = { ...submission, jobName: 'visits' };
    expect([wrongValue, wrongName]).toHaveLength(2);
  });

  it('know the fields of a job and its workers', () => {
    const stateOf = ({ jobMetadata }: Job): 'Accepted' | 'Launched' | 'Failed' | 'Completed' =>
      jobMetadata.state;
    // @ts-expect-error the port of the output stands in `ports`
    const port: keyof Worker = 'sinkPort';
    expect([stateOf, port]).toHaveLength(2);
  });
});

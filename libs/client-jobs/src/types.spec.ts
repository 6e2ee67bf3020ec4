import type { Job, JobSubmission, SubmitJobData } from './index.ts';

const job: JobSubmission = {
  name: 'nightly',
  user: 'analyst',
  version: '1',
  clusterCriterias: [{ tags: ['sla:prod'] }],
  commandCriteria: ['type:spark'],
};

describe('types of the client', () => {
  it('know the fields of requests and refuse others', () => {
    const request: SubmitJobData = { body: { ...job, memory: 512 }, url: '/api/v3/jobs' };
    expect(request.body).toMatchObject(job);
    // @ts-expect-error the memory is a number of MB
    const wrongType: JobSubmission = { ...job, memory: '512' };
    // @ts-expect-error jobs have no field of this name
    const wrongName: JobSubmission = { ...job, memori: 512 };
    // @ts-expect-error a user is required
    const incomplete: JobSubmission = { ...job, user: undefined };
    expect([wrongType, wrongName, incomplete]).toHaveLength(3);
  });

  it('know the states of a job', () => {
    const running: Job['status'] = 'RUNNING';
    // @ts-expect-error there is no such state
    const lost: Job['status'] = 'LOST';
    expect([running, lost]).toEqual(['RUNNING', 'LOST']);
  });
});

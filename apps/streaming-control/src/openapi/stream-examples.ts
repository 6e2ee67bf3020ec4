import { CLUSTER, JOB, SUBMITTED } from './examples';

export const schedulingEvent = {
  jobId: JOB,
  workerAssignments: {
    '1': {
      stage: 1,
      numWorkers: 1,
      activeWorkers: 0,
      hosts: {
        '1': {
          state: 'Started',
          workerNumber: 1,
          workerIndex: 0,
          host: '10.0.3.17',
          port: [20_004],
          metricsPort: 20_000,
          customPort: 20_003,
        },
      },
    },
  },
};
export const streamDiscovery = {
  version: '1',
  timestamp: SUBMITTED,
  mappings: { __default__: {}, shop: { visits: schedulingEvent } },
};
export const submittedEvent = { name: CLUSTER, jobId: JOB };

/** Events as they are sent. */
export const events = (...values: unknown[]): string =>
  values.map((value) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`).join('');

import {
  eventually,
  onceAvailable,
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '@portolan/service/testing';
import type { StreamJobResponse } from '../../src/jobs/job-record.dto';
import { streamingControl } from '../../src/service-definition';

/** Short intervals, so that tests wait for events rather than time. */
const FAST = {
  CONTROLLER_TICK_MS: '100',
  SLA_TICK_MS: '100',
  CRON_REBUILD_MS: '500',
  STREAM_POLL_MS: '200',
  LAUNCH_SWEEP_MS: '200',
  WORKER_KILL_GRACE_MS: '100',
};

export function startStreaming(options: TestServiceOptions = {}): Promise<TestService> {
  return startTestService(streamingControl, { ...options, env: { ...FAST, ...options.env } });
}

export interface Answer<T = unknown> {
  status: number;
  body: T;
  headers: Headers;
}

/** The body of an error. */
export interface Problem {
  time: number;
  host: string;
  error: string;
  requestId: string;
}

/** Calls the API; bodies go out as curl sends them, without a JSON content type. */
export class Api {
  constructor(readonly url: string) {}

  async call<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const response = await fetch(`${this.url}/api/v1/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: typeof body === 'string' ? body : JSON.stringify(body),
          }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text === '' ? undefined : JSON.parse(text)) as T,
      headers: response.headers,
    };
  }

  get<T = unknown>(path: string): Promise<Answer<T>> {
    return this.call<T>('GET', path);
  }

  post<T = unknown>(path: string, body: unknown): Promise<Answer<T>> {
    return this.call<T>('POST', path, body);
  }

  /** Creates a cluster. @param more of its jobDefinition */
  async createCluster(name: string, more: object = {}): Promise<void> {
    const answer = await onceAvailable(() => this.post('jobClusters', definition(name, more)));
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  }

  /** Submits a job of a cluster. @returns its id */
  async submit(name: string, more: object = {}): Promise<string> {
    const create = () => this.post<StreamJobResponse>(`jobClusters/${name}/jobs`, submission(name, more));
    const answer = await onceAvailable(create);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.jobMetadata.jobId;
  }

  async job(jobId: string): Promise<StreamJobResponse> {
    return (await this.get<StreamJobResponse>(`jobs/${jobId}`)).body;
  }

  state(jobId: string, wanted: string): Promise<StreamJobResponse> {
    return eventually(`${jobId} is ${wanted}`, async () => {
      const job = await this.job(jobId);
      return job.jobMetadata.state === wanted && job;
    });
  }

  /** Numbers of the current workers that are Started. */
  async started(jobId: string): Promise<number[]> {
    const { workerMetadataList } = await this.job(jobId);
    return workerMetadataList
      .filter((worker) => worker.state === 'Started')
      .map((worker) => worker.workerNumber);
  }
}

const machineDefinition = { cpuCores: '1', memoryMB: '64', diskMB: '10' };

/** One stage as a request has it. */
export const stage = (numberOfInstances: number | string = 1, more: object = {}): object => ({
  numberOfInstances,
  machineDefinition,
  scalable: true,
  ...more,
});

export const definition = (name: string, more: object = {}): object => ({
  jobDefinition: {
    name,
    user: 'ann',
    jobJarFileLocation: 'http://127.0.0.1:9/sine.zip',
    version: '1',
    schedulingInfo: { stages: { '1': stage('1'), '2': stage('2') } },
    ...more,
  },
  owner: { name: 'Ann', contactEmail: 'ann@example.org' },
});

export const oneWorker = { schedulingInfo: { stages: { '1': stage(1) } } };

export const submission = (name: string, more: object = {}): object => ({
  name,
  user: 'ann',
  jobSla: { durationType: 'Perpetual' },
  ...more,
});

/** What the services of a test run or of the pictures hold: jobs, schedules, a registry and streams. */
import { cpSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleFile } from '../lib/examples.mjs';
import { send } from '../lib/http.mjs';
import { waitFor } from '../lib/network.mjs';
import { ROOT } from '../lib/settings.mjs';

const DAY_MS = 86_400_000;

/** A security group of the recorded cloud, whose port 22 was opened to everybody in the last days. */
export const SECURITY_GROUP = 'sg-0web';

/** Returns a security group as its provider lists it. @param ssh the addresses that reach port 22 */
export const securityGroup = (groupId, ssh) => ({
  ...{ groupId, groupName: groupId, description: 'Web servers' },
  ipPermissions: [
    { ipProtocol: 'tcp', fromPort: 443, toPort: 443, ipRanges: [{ cidrIp: '0.0.0.0/0' }] },
    { ipProtocol: 'tcp', fromPort: 22, toPort: 22, ipRanges: [{ cidrIp: ssh }] },
  ],
});

/** The event with which the group was opened to everybody. */
const opened = {
  ...{ eventId: 'a1b2ffff-0c10-4d00-8000-0000000000ff', eventName: 'AuthorizeSecurityGroupIngress' },
  ...{ eventSource: 'ec2.amazonaws.com', username: 'operations' },
  eventTime: new Date(Date.now() - 3.1 * DAY_MS).toISOString(),
  resources: [{ resourceType: 'AWS::EC2::SecurityGroup', resourceName: SECURITY_GROUP }],
  cloudTrailEvent: JSON.stringify({ sourceIPAddress: '203.0.113.99' }),
};

/** The recorded cloud of the examples, copied into a folder, with security groups and a trail of this week in addition. */
export class RecordedCloud {
  #folder;

  constructor(folder) {
    cpSync(join(ROOT, 'examples', 'recorded-cloud'), folder, { recursive: true });
    this.#folder = join(folder, 'cloud');
    this.record([securityGroup(SECURITY_GROUP, '10.20.0.0/16')], 9);
    this.record([securityGroup(SECURITY_GROUP, '0.0.0.0/0')], 3);
    this.#write('trailEvents', { events: [opened] }, 3);
  }

  /** Records what the provider lists at a moment; the next crawl reads it. */
  record(securityGroups, daysAgo = 0) {
    this.#write('securityGroups', { securityGroups }, daysAgo);
  }

  #write(collection, answer, daysAgo) {
    const time = new Date(Date.now() - daysAgo * DAY_MS).toISOString().replaceAll(':', '-');
    const path = join(this.#folder, collection, `${time}.json`);
    // A crawl must not read half of it.
    writeFileSync(`${path}.new`, JSON.stringify(answer));
    renameSync(`${path}.new`, path);
  }
}

/** Text that would be markup or a script if a screen did not show it as text. */
export const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>';

/** Sends a request. @throws Error with the text of the answer when it reports an error */
async function request(method, url, body, token) {
  const { status, text, json } = await send(method, url, { body, token });
  if (status >= 400) throw new Error(`${method} ${url} answered ${status}: ${text.slice(0, 300)}`);
  return json;
}

const intent = { clusterCriterias: [{ tags: ['type:shell'] }], commandCriteria: ['type:bash'] };

/** A job for the examples' cluster and command. @param script without single quotes */
export const jobRequest = (id, script, more = {}) => ({
  ...{ id, name: id, user: 'ana', version: '1', commandArgs: `-c '${script}'` },
  ...intent,
  ...more,
});

/** A schedule whose fires echo its name. */
const schedule = (id, cron, more = {}) => ({
  ...{ id, name: id, user: 'ana', version: '1', cron, timeZone: 'Europe/Berlin' },
  request: { name: id, version: '1', commandArgs: `-c "echo ${id}"`, ...intent },
  ...more,
});

const FINISHED = ['SUCCEEDED', 'FAILED', 'KILLED'];

/** Submits jobs to one service and waits for them. */
export class JobsContent {
  #api;
  #token;

  /** @param token of an admin, where the service demands one */
  constructor(url, token) {
    this.#api = `${url}/api/v3`;
    this.#token = token;
  }

  #request(method, path, body) {
    return request(method, `${this.#api}/${path}`, body, this.#token);
  }

  /** Fills an empty service. */
  async fill(artifactsUrl) {
    for (const kind of ['application', 'cluster', 'command'])
      await this.#request('POST', `${kind}s`, exampleFile('word-count-batch', `${kind}.json`, artifactsUrl));
    await this.#request('PUT', 'commands/bash/applications', ['word-count']);
    const python = { id: 'python', name: 'python', user: 'ana', version: '3', status: 'DEPRECATED' };
    const criteria = { tags: ['type:python'], clusterCriteria: [{ tags: ['type:shell'] }] };
    await this.#request('POST', 'commands', {
      ...{
        ...python,
        ...criteria,
        executable: 'python3',
        executableAndArguments: ['python3'],
        checkDelay: 1000,
      },
    });
    await this.#schedules();
    await this.#jobs();
  }

  async #schedules() {
    const post = (body) => this.#request('POST', 'schedules', body);
    await post(schedule('nightly-report', '30 4 * * MON-FRI', { tags: ['team:web'], overlap: 'buffer' }));
    await post(schedule('hourly-sync', '0 * * * *', { user: 'ben', description: 'Copies the new orders.' }));
    await post(schedule('old-export', '0 0 12 1 * ?', { paused: true }));
    const hour = 3_600_000;
    const hours = { from: Date.now() - 30 * hour, to: Date.now(), overlap: 'allow' };
    await this.#request('POST', 'schedules/hourly-sync/actions/backfill', hours);
  }

  async #jobs() {
    await this.submit(jobRequest('greeting', 'echo hello'));
    await this.ended('greeting');
    await this.submit(jobRequest('broken', 'echo "the disk is full" >&2; exit 3', { name: 'greeting' }));
    await this.submit(jobRequest('sweep', 'exit $((PORTOLAN_ARRAY_INDEX % 2))', { array: { size: 6 } }));
    await this.submit(jobRequest('report', 'true', { dependsOn: [{ id: 'sweep', condition: 'finished' }] }));
    const hostile = { name: HOSTILE, user: HOSTILE, tags: [HOSTILE], description: HOSTILE };
    await this.submit(jobRequest('hostile', 'printf "%s\\n" "$0" "$0" >&2; exit 1', hostile));
    for (const id of ['broken', 'sweep', 'report', 'hostile']) await this.ended(id);
  }

  submit(job) {
    return this.#request('POST', 'jobs', job);
  }

  /** Waits until a job has ended. @throws Error when it has not within a minute */
  async ended(id) {
    const over = async () => FINISHED.includes((await this.#request('GET', `jobs/${id}/status`)).status);
    if (!(await waitFor(over, { timeoutMs: 180_000 })))
      throw new Error(`the job ${id} did not end within 60 s`);
  }
}

/** Waits until all workers of a streaming job have started. @throws Error when they have not within a minute */
export async function streamStarted(url, id) {
  const isStarted = async () => {
    const { workerMetadataList } = await request('GET', `${url}/api/v1/jobs/${id}`);
    return workerMetadataList.length > 0 && workerMetadataList.every(({ state }) => state === 'Started');
  };
  if (!(await waitFor(isStarted, { timeoutMs: 180_000 })))
    throw new Error(`the workers of ${id} did not start within 60 s`);
}

const ENDED = ['Completed', 'Failed'];

/** Submits a streaming job. @returns its id */
async function submittedStream(api, name, more = {}, token = undefined) {
  const job = { name, user: 'ana', jobSla: { durationType: 'Perpetual' }, ...more };
  return (await request('POST', `${api}/jobClusters/${name}/jobs`, job, token)).jobMetadata.jobId;
}

/** Submits a job of a cluster with an artifact that its server does not have. @returns its id */
export const unstartableStream = (url, name, artifactsUrl) =>
  submittedStream(`${url}/api/v1`, name, {
    jobJarFileLocation: `${artifactsUrl}/nothing-here.zip`,
    schedulingInfo: {
      stages: { 1: { numberOfInstances: 1, machineDefinition: { cpuCores: 0.1, memoryMB: 64 } } },
    },
  });

/** Runs a job of a cluster until its workers have started, and kills it. @returns its id once it has ended */
export async function endedStream(url, name) {
  const api = `${url}/api/v1`;
  const jobId = await submittedStream(api, name);
  await streamStarted(url, jobId);
  await request('DELETE', `${api}/jobs/${jobId}?user=ana&reason=test`);
  const hasEnded = async () =>
    ENDED.includes((await request('GET', `${api}/jobs/${jobId}`)).jobMetadata.state);
  if (!(await waitFor(hasEnded, { timeoutMs: 180_000 }))) throw new Error(`${jobId} did not end`);
  return jobId;
}

/** Replaces the newest worker of a streaming job. @returns its number */
export async function replaceWorker(url, id) {
  const job = `${url}/api/v1/jobs/${id}`;
  const { workerMetadataList } = await request('GET', job);
  const workerNumber = Math.max(...workerMetadataList.map((worker) => worker.workerNumber));
  const body = { JobId: id, workerNumber, user: 'ana', reason: 'test' };
  await request('POST', `${job}/actions/resubmitWorker`, body);
  return workerNumber;
}

/** Starts streaming jobs. @param token of an admin, where the service demands one @returns the id of the first of each example */
export async function fillStreams(url, artifactsUrl, examples, token) {
  const api = `${url}/api/v1`;
  const ids = [];
  for (const name of examples) {
    await request('POST', `${api}/jobClusters`, exampleFile(name, 'cluster.json', artifactsUrl), token);
    ids.push(await submittedStream(api, name, {}, token));
  }
  return ids;
}

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JobMaster } from '../src/job-master/job-master';
import { listen } from '../src/platform/http';
import { metricsText } from '../src/platform/metrics';

interface Scaled {
  readonly StageNumber: number;
  readonly NumWorkers: number;
  readonly User: string;
  readonly Reason: string;
}

const DEPTH = {
  reason: 'UserDefined',
  scaleDownBelowPct: 10,
  scaleUpAbovePct: 50,
  rollingCount: { count: 1, of: 1 },
};
const POLICY = {
  min: 1,
  max: 4,
  increment: 1,
  decrement: 1,
  coolDownSecs: 0,
  strategies: { UserDefined: DEPTH },
};

/** A control API and the metrics of its job's workers, on one port. */
class Platform {
  readonly scaled: Scaled[] = [];
  state = 'Launched';
  scalable = true;
  workers = 2;
  depth = 0;
  /** Its responses to reads of the job, and to scaling requests. */
  jobStatus = 200;
  scaleStatus = 204;
  private port = 0;
  private readonly server: Server = createServer((request, response) => {
    if (request.url === '/metrics') {
      const depth = { name: 'queue_depth', type: 'gauge' as const, help: '', value: this.depth };
      response.end(metricsText([depth], {}));
    } else if (request.method === 'GET')
      response.writeHead(this.jobStatus).end(JSON.stringify(this.record()));
    else {
      let text = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      request.on('end', () => {
        this.scaled.push(JSON.parse(text) as Scaled);
        response.writeHead(this.scaleStatus).end();
      });
    }
  });

  async start(): Promise<URL> {
    await listen(this.server, 0, '127.0.0.1');
    this.port = (this.server.address() as AddressInfo).port;
    return new URL(`http://127.0.0.1:${this.port}`);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private record() {
    const machineDefinition = { cpuCores: 1, memoryMB: 64, networkMbps: 1 };
    const stage = { stageNum: 1, numWorkers: this.workers, scalable: this.scalable, machineDefinition };
    const worker = { stageNum: 1, state: 'Started', slave: '127.0.0.1', metricsPort: this.port };
    return {
      jobMetadata: { state: this.state },
      stageMetadataList: [{ ...stage, scalingPolicy: { ...POLICY, enabled: true } }],
      workerMetadataList: Array.from({ length: this.workers }, (_, workerNumber) => ({
        ...worker,
        workerNumber,
      })),
    };
  }
}

describe('the job master', () => {
  let platform: Platform;
  let master: JobMaster;
  const log: string[] = [];
  beforeEach(async () => {
    platform = new Platform();
    log.length = 0;
    master = new JobMaster({
      jobId: 'test-1',
      masterUrl: await platform.start(),
      userMetric: { name: 'queue_depth', algorithm: 'AVERAGE' },
      log: (line) => log.push(line),
    });
  });
  afterEach(() => {
    master.close();
    platform.close();
  });
  /** The first sample of a worker is only the reference of the next one. */
  const samples = async (count: number) => {
    for (let n = 0; n < count; n += 1) await master.sample();
  };

  it('requests more and fewer workers, with the reason', async () => {
    platform.depth = 60;
    await samples(2);
    expect(platform.scaled).toEqual([
      {
        JobId: 'test-1',
        StageNumber: 1,
        NumWorkers: 3,
        User: 'JobMaster',
        Reason: 'UserDefined 60 is above 50',
      },
    ]);
    expect(log).toEqual(['stage 1: 2 to 3 workers, UserDefined 60 is above 50']);
    platform.workers = 3;
    platform.depth = 5;
    await samples(2);
    expect(platform.scaled.at(-1)).toMatchObject({ NumWorkers: 2, Reason: 'UserDefined 5 is below 10' });
    expect(master.stages).toEqual([{ stage: 1, workers: 3, values: { UserDefined: 5 } }]);
  });

  it('repeats a refused request', async () => {
    platform.depth = 60;
    platform.scaleStatus = 409;
    await samples(3);
    expect(platform.scaled.map(({ NumWorkers }) => NumWorkers)).toEqual([3, 3]);
    expect(log[0]).toBe('scaling stage 1 to 3 was refused with status 409');
  });

  it('ignores a job that is not launched, and logs a stage that is not scalable once', async () => {
    platform.depth = 60;
    platform.state = 'Accepted';
    await samples(2);
    platform.state = 'Launched';
    platform.scalable = false;
    await samples(3);
    expect([platform.scaled, log]).toEqual([[], ['stage 1 has a policy but is not scalable']]);
  });

  it('continues after an outage of the platform, and logs it once', async () => {
    platform.depth = 60;
    platform.jobStatus = 503;
    await samples(3);
    expect(log).toEqual(['could not read the job: answered 503']);
    platform.jobStatus = 200;
    await samples(2);
    expect(platform.scaled).toHaveLength(1);
  });
});

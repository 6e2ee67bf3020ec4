import { Module, type DynamicModule } from '@nestjs/common';
import {
  DurationSetting,
  NumberSetting,
  ServiceConfig,
  createTable,
  migration,
  publicMessage,
  type ServiceDefinition,
} from '@portolan/service';
import { startTestService, type TestService, type TestServiceOptions } from '@portolan/service/testing';
import { LaunchHandlers, type LaunchChange, type LaunchClaim } from '../owner/launch-handlers';
import { LaunchOwnerModule } from '../owner/launch-owner.module';
import { LAUNCH_TABLES } from '../owner/launch-tables';
import { LAUNCH_ENTITIES, type LaunchEntity } from '../owner/launch.entity';
import { LaunchRepository } from '../owner/launch.repository';
import { LaunchCreationService, type NewLaunch } from '../owner/launch-creation.service';
import { LaunchesService } from '../owner/launches.service';
import { ClaimDecision, type ClaimRequest } from '../protocol/owner-api';
import { LaunchKind } from '../protocol/launch-offer';
import { launchEventsQueue } from '../protocol/queues';
import { Transactions } from '@portolan/service';

/** Settings of an owner for tests; short times, because the rules are the same at any length. */
export class TestOwnerConfig extends ServiceConfig {
  @DurationSetting() LEASE_MS = 60_000;
  @DurationSetting() SWEEP_MS = 200;
  @DurationSetting() RESEND_MS = 1000;
  @NumberSetting() OFFER_WINDOW = 32;
}

/** Records changes of launches and admits every node unless configured otherwise. */
export class RecordingHandlers extends LaunchHandlers {
  /** Recorded changes, oldest first. */
  readonly changes: LaunchChange[] = [];
  decide: (launch: LaunchEntity, claim: ClaimRequest) => ClaimDecision = () => ClaimDecision.Go;

  /** A launch whose changes fail to be stored. */
  refused: string | undefined;

  override admit(asked: readonly LaunchClaim[]): Promise<ClaimDecision[]> {
    return Promise.resolve(asked.map(({ launch, claim }) => this.decide(launch, claim)));
  }

  override changed(changes: readonly LaunchChange[]): Promise<void> {
    const isRefused = changes.some(({ launch }) => launch.id === this.refused);
    return isRefused ? Promise.reject(new Error('refused')) : Promise.resolve();
  }

  override settled(change: LaunchChange): void {
    this.changes.push(change);
  }
}

const MIGRATIONS = [
  createTable('CreateLaunches1700000000000', 'launches', LAUNCH_TABLES.launches),
  createTable('CreateNodeLeases1700000000001', 'node_leases', LAUNCH_TABLES.nodeLeases),
  migration('OrderLaunches1700000000002', LAUNCH_TABLES.ownOrder, LAUNCH_TABLES.undoOwnOrder),
];

@Module({})
class TestOwnerModule {}

/** Returns a service that only owns launches. */
function testOwnerDefinition(owner: string, handlers: RecordingHandlers): ServiceDefinition<TestOwnerConfig> {
  const modules = (config: Readonly<TestOwnerConfig>): DynamicModule[] => [
    { module: TestOwnerModule },
    LaunchOwnerModule.register({
      options: {
        owner,
        leaseMs: config.LEASE_MS,
        sweepMs: config.SWEEP_MS,
        resendMs: config.RESEND_MS,
        offerWindow: config.OFFER_WINDOW,
        reportsTogether: 8,
        claimsTogether: 8,
      },
      handlers: { provide: LaunchHandlers, useValue: handlers },
      controls: true,
    }),
  ];
  return {
    name: owner,
    title: 'Owner',
    description: 'Owns launches in tests',
    version: '1',
    config: TestOwnerConfig,
    modules,
    queues: () => [{ queue: launchEventsQueue(owner), consumers: 'every process', here: true }],
    entities: [...LAUNCH_ENTITIES],
    migrations: MIGRATIONS,
    errors: { body: (context) => ({ message: publicMessage(context) }) },
  };
}

/** A running owner with its own database. */
export interface TestOwner {
  service: TestService;
  handlers: RecordingHandlers;
  creation: LaunchCreationService;
  launches: LaunchesService;
  repository: LaunchRepository;
  /** Creates and sends a launch. @returns its id */
  offer(launch?: Partial<NewLaunch>): Promise<string>;
  /** Only creates a launch: nothing but the sweep queues it. @returns its id */
  create(launch?: Partial<NewLaunch>): Promise<string>;
}

/** Starts an owner of launches. `options.database` and `queuePrefix` make it a replica of another. */
export async function startTestOwner(options: TestServiceOptions = {}, owner = 'tests'): Promise<TestOwner> {
  const handlers = new RecordingHandlers();
  const service = await startTestService(testOwnerDefinition(owner, handlers), options);
  const launches = service.app.get(LaunchesService, { strict: false });
  const creation = service.app.get(LaunchCreationService, { strict: false });
  const transactions = service.app.get(Transactions, { strict: false });
  const createRow = async (launch: Partial<NewLaunch>): Promise<LaunchEntity> => {
    const [row] = await transactions.run((transaction) =>
      creation.createAll([{ ...DEFAULT_LAUNCH, ...launch }], Date.now(), transaction),
    );
    return row!;
  };
  return {
    service,
    handlers,
    creation,
    launches,
    repository: service.app.get(LaunchRepository, { strict: false }),
    create: async (launch = {}) => (await createRow(launch)).id,
    offer: async (launch = {}) => {
      const row = await createRow(launch);
      await creation.send([row]);
      return row.id;
    },
  };
}

const DEFAULT_LAUNCH: NewLaunch = {
  kind: LaunchKind.Batch,
  agentCluster: 'default',
  user: 'someone',
  subject: 'something',
  command: ['true'],
  environment: {},
  files: [],
  portVariables: [],
  limits: { memoryMb: 1, killGraceMs: 1000 },
};

import { randomUUID } from 'node:crypto';
import { LaunchKind, launchesQueue, type LaunchOffer } from '@portolan/launches';
import { QueueHandlers, Queues, type MessageOutcome, type QueuesOptions } from '@portolan/messaging';
import { withQueue } from '@portolan/messaging/testing';
import { TEST_SERVERS, eventually } from '@portolan/service/testing';
import { Subject } from 'rxjs';
import { NoCapacityError } from '../src/owners/offer-claims.service';
import { OffersService, RoomQueue } from '../src/owners/offers.service';
import { Capacity } from '../src/resources/capacity';

const QUEUE = launchesQueue('default');
const SHARE = { slots: 1, memoryMb: 1 };
/** Longer than any test: only a wake-up ends a wait. */
const ENDLESS_MS = 600_000;
const offer = (launchId: string): LaunchOffer => ({
  launchId,
  owner: 'tests',
  ownerUrl: 'http://127.0.0.1:1',
  kind: LaunchKind.Batch,
  agentCluster: 'default',
  user: 'someone',
  subject: launchId,
  command: ['true'],
  environment: {},
  files: [],
  portVariables: [],
  limits: { memoryMb: 1, killGraceMs: 0 },
});

describe('offers on a node with one slot', () => {
  const capacity = new Capacity({ slots: 1, memoryMb: 100 });
  const freed = new Subject<void>();
  /** Offers in the order of their first claim, and of their granted one. */
  let looked: string[];
  let granted: string[];
  let outcomes: MessageOutcome[];
  let onFull: () => void;
  let onGrant: () => void;
  let options: QueuesOptions;
  let queues: Queues;
  let offers: OffersService;
  let firstDone: Promise<void>;

  beforeEach(() => {
    [looked, granted, outcomes] = [[], [], []];
    [onFull, onGrant] = [() => undefined, () => undefined];
    options = {
      redis: TEST_SERVERS.redis,
      prefix: `test:${randomUUID()}`,
      onError: () => undefined,
      observer: { asked: () => undefined, handled: (_queue, outcome) => void outcomes.push(outcome) },
    };
    queues = new Queues(options);
    const claims = { claim, unanswered: false };
    const leases = { failures: new Subject(), searching: false };
    offers = new OffersService(
      queues,
      { capacity, freed } as never,
      claims as never,
      leases as never,
      { info: () => undefined } as never,
      new QueueHandlers(options, []),
      { AGENT_CLUSTER: 'default', CLAIM_RETRY_MS: 50 } as never,
    );
  });
  afterEach(async () => {
    await offers.close();
    await queues.close();
    await withQueue(options, QUEUE, (raw) => raw.obliterate({ force: true }));
    for (const id of granted) capacity.release(id);
    jest.restoreAllMocks();
  });

  /** The first claim is answered when the other two offers have found the node full. */
  async function claim({ launchId }: LaunchOffer): Promise<void> {
    if (!looked.includes(launchId)) looked.push(launchId);
    if (!capacity.reserve(launchId, SHARE)) {
      onFull();
      throw new NoCapacityError();
    }
    granted.push(launchId);
    onGrant();
    if (granted.length === 1) await firstDone;
  }
  const end = (): void => {
    capacity.release(granted.at(-1) ?? '');
    freed.next();
  };
  /** Offers three launches, of which two find the node full. */
  async function offerThree(): Promise<void> {
    let full = 0;
    firstDone = new Promise((resolve) => {
      onFull = () => {
        if ((full += 1) === 2) resolve();
      };
    });
    offers.start();
    const three = ['one', 'two', 'three'].map((id) => ({ body: offer(id), how: { id } }));
    // On a busy machine the first command may take longer than the limit of a command; by its id an offer is queued once.
    await eventually('they are queued', () => queues.sendAll(QUEUE, three).then(() => true));
    await firstDone;
  }

  /** Keeps a stall of the machine from looking like a long wait. */
  function waitForEver(): void {
    const turn = Reflect.get(RoomQueue.prototype, 'turn');
    jest.spyOn(RoomQueue.prototype, 'turn').mockImplementation(function (this: RoomQueue) {
      return turn.call(this, ENDLESS_MS);
    });
  }

  it('take the slots that ends free, first come first served, without going back to the queue', async () => {
    waitForEver();
    await offerThree();
    // In a later turn, when those that have found no room wait for it.
    onGrant = () => setImmediate(end);
    setImmediate(end);
    await eventually('all are handled', () => outcomes.length === 3);
    expect(granted).toEqual(looked);
    expect(outcomes).toEqual(['done', 'done', 'done']);
  });

  it('go back to the queue when no launch ends in time, and come again when one does', async () => {
    await offerThree();
    await eventually('two are put back', () => outcomes.filter((one) => one === 'put-back').length >= 2);
    expect(granted).toHaveLength(1);
    for (let ended = 1; ended <= 3; ended++) {
      await eventually(`${ended} are granted`, () => granted.length === ended);
      end();
    }
    await eventually('all are handled', () => outcomes.filter((one) => one === 'done').length === 3);
    expect([...granted].sort()).toEqual(['one', 'three', 'two']);
  });

  it('go back at once when the node is cordoned, and are not claimed any more', async () => {
    let asked = 0;
    waitForEver();
    await offerThree();
    onFull = () => (asked += 1);
    offers.cordon();
    await eventually('two are put back', () => outcomes.filter((one) => one === 'put-back').length >= 2);
    expect([granted.length, asked]).toEqual([1, 0]);
  });
});

import { isPlainOffer } from './plain-offer';
import { defineQueue, type QueueDefinition } from '@portolan/messaging';
import { Flag, JsonObject, Nested, NestedList, Numeric, OneOf, Text, TextList } from '@portolan/validation';

/** What is launched: a batch process that ends by itself, or a streaming worker that runs until it is stopped. */
export const LaunchKind = { Batch: 'batch', Worker: 'worker' } as const;
export type LaunchKind = (typeof LaunchKind)[keyof typeof LaunchKind];

/** A file that must stand in the launch's directory before its process starts; from `url`, `ownerPath` or `content`. */
export class LaunchFile {
  /** Path inside the directory, no `..`, no leading slash. */
  @Text({ max: 1024 }) path!: string;

  /** http(s), s3 or file address to fetch it from. */
  @Text({ optional: true, max: 2048 }) url?: string;

  /** Path below `/internal/` of the owner that the offer names; fetched with the internal token. */
  @Text({ optional: true, max: 2048 }) ownerPath?: string;

  /** The text itself. */
  @Text({ optional: true, min: 0 }) content?: string;

  /** @default false */
  @Flag({ optional: true }) executable?: boolean;

  /** Unpack this zip into the directory. @default false */
  @Flag({ optional: true }) unpack?: boolean;
}

/** Where the launch's directory goes as a zip when it is over. */
export class LaunchArchive {
  /** Address of the zip: `file` on storage that nodes and owner share, or `s3`. */
  @Text({ max: 1024 }) location!: string;
}

/** What a process may use. */
export class LaunchLimits {
  /** Memory that the launch takes of its node, MB. */
  @Numeric({ integer: true, min: 1 }) memoryMb!: number;

  /** Counted from the start of the process, in seconds; none when absent. */
  @Numeric({ optional: true, min: 1 }) timeoutSeconds?: number;

  /** Between TERM and KILL, ms. */
  @Numeric({ integer: true, min: 0 }) killGraceMs!: number;

  /** Resident memory of all its processes together at the most, MB; none when absent. */
  @Numeric({ optional: true, integer: true, min: 1 }) residentMb?: number;
}

/** A value that only the node looks up, by a reference, and that its process gets. */
export class LaunchSecret {
  /**
   * Environment variable that holds the value. Of one that ends in `_FILE` it holds the path of a file with
   * the value.
   */
  @Text({ max: 255 }) name!: string;

  /** What the node's provider of secrets looks up: `file:db/password`, `env:DB_PASSWORD`. */
  @Text({ max: 1024 }) ref!: string;
}

/**
 * The offer of one launch to the nodes of an agent cluster (design §3.1). Self-contained: a node needs
 * nothing else to run it. It is derived from the owner's row and may be sent again at any time.
 */
export class LaunchOffer {
  /** Opaque; the owner's key. */
  @Text({ max: 64 }) launchId!: string;

  /** Which service owns it; its events go to `launch-events.<owner>`. */
  @Text({ max: 32 }) owner!: string;

  /** Base address of the owner for claims and leases. */
  @Text({ max: 2048 }) ownerUrl!: string;

  @OneOf(LaunchKind) kind!: LaunchKind;

  @Text({ max: 128 }) agentCluster!: string;

  /** On whose behalf, and what of (job id, worker id): for logs and lists. */
  @Text({ max: 255 }) user!: string;
  @Text({ max: 512 }) subject!: string;

  /** Program and arguments, run in the directory. Empty when the artifact's `worker.json` names it. */
  @TextList() command!: string[];

  /** Path of the artifact among `files`: a `.jar`, or a `.zip` with a `worker.json` at its root. */
  @Text({ optional: true, max: 1024 }) artifact?: string;

  /** The whole environment besides what the node adds (PATH, HOME, ports, PORTOLAN_LAUNCH_ID). */
  @JsonObject() environment!: Record<string, string>;

  @NestedList(() => LaunchFile) files!: LaunchFile[];

  /** Environment variables that each get a free port of the node: `SINK_PORT`, ... */
  @TextList() portVariables!: string[];

  @Nested(() => LaunchLimits) limits!: LaunchLimits;

  /** Path of a file that the process itself removes once its set-up is done: while it is there, set-up has failed. */
  @Text({ optional: true, max: 1024 }) setupMarker?: string;

  /** None when absent. */
  @Nested(() => LaunchArchive, { optional: true }) archive?: LaunchArchive;

  /** Unix group to run under. */
  @Text({ optional: true, max: 255 }) group?: string;

  @NestedList(() => LaunchSecret, { optional: true }) secrets?: LaunchSecret[];

  /** Slots that the launch takes of its node. @default 1 */
  @Numeric({ optional: true, integer: true, min: 0 }) slots?: number;

  /** By which a node knows that the owner made it; see `signOffer`. */
  @Text({ optional: true, max: 64 }) signature?: string;
}

/** Names an agent cluster may have: it is part of a queue name. */
export const AGENT_CLUSTER_PATTERN = /^[\w-]{1,100}$/;

const offerQueues = new Map<string, QueueDefinition<LaunchOffer>>();

/** The queue on which launches are offered to the nodes of one agent cluster. */
export function launchesQueue(agentCluster: string): QueueDefinition<LaunchOffer> {
  const known = offerQueues.get(agentCluster);
  if (known) return known;
  if (!AGENT_CLUSTER_PATTERN.test(agentCluster))
    throw new Error(`no name of an agent cluster: ${agentCluster}`);
  const queue = defineQueue({
    name: `launches.${agentCluster}`,
    message: LaunchOffer,
    isPlain: isPlainOffer,
    version: 1,
    attempts: 10,
  });
  offerQueues.set(agentCluster, queue);
  return queue;
}

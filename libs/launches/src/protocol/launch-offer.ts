import { Flag, JsonObject, Nested, NestedList, Numeric, OneOf, Text, TextList } from '@portolan/validation';

/** Kind of a launch: a batch process that ends by itself, or a streaming worker that runs until it is stopped. */
export const LaunchKind = { Batch: 'batch', Worker: 'worker' } as const;
export type LaunchKind = (typeof LaunchKind)[keyof typeof LaunchKind];

/** A file that must be in the launch's directory before its process starts; from `url`, `ownerPath` or `content`. */
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

export class LaunchArchive {
  /** Address of the zip: `file` on storage that nodes and owner share, or `s3`. */
  @Text({ max: 1024 }) location!: string;
}

export class LaunchLimits {
  /** Memory that the launch reserves on its node, MB. */
  @Numeric({ integer: true, min: 1 }) memoryMb!: number;
  /** Counted from the start of the process, in seconds; none when absent. */
  @Numeric({ optional: true, min: 1 }) timeoutSeconds?: number;
  /** Time between TERM and KILL, ms. */
  @Numeric({ integer: true, min: 0 }) killGraceMs!: number;
  /** Maximum resident memory of all its processes together, MB; none when absent. */
  @Numeric({ optional: true, integer: true, min: 1 }) residentMb?: number;
}

/** A secret that only the node resolves, from a reference, and passes to the process. */
export class LaunchSecret {
  /** Environment variable with the value. A variable whose name ends in `_FILE` contains the path of a file with it. */
  @Text({ max: 255 }) name!: string;
  /** Reference that the node's provider of secrets resolves: `file:db/password`, `env:DB_PASSWORD`. */
  @Text({ max: 1024 }) ref!: string;
}

/**
 * The offer of one launch to the nodes of an agent cluster. Self-contained: a node needs
 * nothing else to run it. It is derived from the owner's row and may be sent again at any time.
 */
export class LaunchOffer {
  /** Opaque; the owner's key. */
  @Text({ max: 64 }) launchId!: string;
  /** The owning service; its events go to `launch-events.<owner>`. */
  @Text({ max: 32 }) owner!: string;
  /** Base address of the owner for claims and leases. */
  @Text({ max: 2048 }) ownerUrl!: string;
  @OneOf(LaunchKind) kind!: LaunchKind;
  @Text({ max: 128 }) agentCluster!: string;
  /** User and subject (job id, worker id) of the launch, for logs and lists. */
  @Text({ max: 255 }) user!: string;
  @Text({ max: 512 }) subject!: string;
  /** Program and arguments, run in the directory. Empty when the artifact's `worker.json` names it. */
  @TextList() command!: string[];
  /** Path of the artifact among `files`: a `.jar`, or a `.zip` with a `worker.json` at its root. */
  @Text({ optional: true, max: 1024 }) artifact?: string;
  /** The whole environment except the variables that the node adds (PATH, HOME, ports, PORTOLAN_LAUNCH_ID). */
  @JsonObject() environment!: Record<string, string>;
  @NestedList(() => LaunchFile) files!: LaunchFile[];
  /** Environment variables that each get a free port of the node: `SINK_PORT`, ... */
  @TextList() portVariables!: string[];
  @Nested(() => LaunchLimits) limits!: LaunchLimits;
  /** Path of a file that the process removes after its set-up: while the file exists, set-up has failed. */
  @Text({ optional: true, max: 1024 }) setupMarker?: string;
  /** Absent: the launch is not archived. */
  @Nested(() => LaunchArchive, { optional: true }) archive?: LaunchArchive;
  /** Unix group to run under. */
  @Text({ optional: true, max: 255 }) group?: string;
  @NestedList(() => LaunchSecret, { optional: true }) secrets?: LaunchSecret[];
  /** Slots that the launch occupies on its node. @default 1 */
  @Numeric({ optional: true, integer: true, min: 0 }) slots?: number;
  /** Proves to a node that the owner created the offer; see `signOffer`. */
  @Text({ optional: true, max: 64 }) signature?: string;
}

/** Valid names of an agent cluster, which are part of a queue name. */
export const AGENT_CLUSTER_PATTERN = /^[\w-]{1,100}$/;

/**
 * Environment variable with the number of cores that a launch asks for. Not a field: nodes and owners of earlier releases sign
 * the environment unchanged, while an unknown field would be dropped before the signature is checked, and the launch with it.
 */
const CPU_VARIABLE = 'PORTOLAN_CPU';

/** Returns the environment variable of a launch's cores; empty when it asks for none. */
export const cpuVariable = (cores: number | null | undefined): Record<string, string> =>
  cores != null && Number.isFinite(cores) && cores > 0 ? { [CPU_VARIABLE]: String(cores) } : {};

/** Returns the cores that a launch asks for; undefined when it does not. */
export function cpuOf({ environment }: Pick<LaunchOffer, 'environment'>): number | undefined {
  const cores = Number(environment[CPU_VARIABLE]);
  return Number.isFinite(cores) && cores > 0 ? cores : undefined;
}

/** Environment variable of a batch launch that ends with its node's lease. Not a field, for the reason of {@link CPU_VARIABLE}. */
const LEASE_VARIABLE = 'PORTOLAN_ENDS_WITH_LEASE';

/** Returns the environment variable of a batch launch whose process must have ended when its owner declares it lost. */
export const endsWithLease = (): Record<string, string> => ({ [LEASE_VARIABLE]: '1' });

/** Reports whether a launch is ended when its node's lease is not renewed: streaming workers, and batch launches that ask for it. */
export const isLeaseBound = ({ kind, environment }: Pick<LaunchOffer, 'kind' | 'environment'>): boolean =>
  kind === LaunchKind.Worker || environment[LEASE_VARIABLE] === '1';

/**
 * Returns the time after the loss of a lease-bound launch at which its process has surely ended, ms: the wrapper script looks at
 * the lease at intervals, and lets the process end in its grace time.
 */
export const leaseBoundMarginMs = (leaseMs: number, killGraceMs: number): number =>
  Math.min(20_000, Math.max(200, leaseMs / 6)) + killGraceMs + 1000;

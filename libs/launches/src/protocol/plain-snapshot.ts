import type { LaunchSnapshot } from './launch-snapshot';
import { fits, flag, isRecord, text, texts, whole, type Check, type Shape } from './plain';

const oneOf =
  (...words: readonly string[]) =>
  (value: unknown): boolean =>
    words.includes(value as string);
const integer = Number.isSafeInteger;
const numbers: Check = (value) => isRecord(value) && Object.values(value).every(Number.isFinite);

const FAILURE: Shape = {
  required: { code: text(64), message: text(4096), permanent: flag },
  optional: {},
};
const SNAPSHOT: Shape = {
  required: {
    launchId: text(64),
    nodeId: text(64),
    token: text(64),
    sequence: whole(1),
    phase: oneOf('preparing', 'running', 'ended'),
    ports: numbers,
  },
  optional: {
    launcher: texts,
    processId: integer,
    startedAt: integer,
    finishedAt: integer,
    outcome: oneOf('exited', 'stopped', 'notStarted'),
    exitCode: integer,
    stopReason: oneOf('owner', 'timeout', 'memory', 'files', 'node', 'leaseLost'),
    stopDetail: text(1024),
    failure: (value) => fits(FAILURE, value),
    setupFailed: flag,
    stdoutBytes: whole(0),
    stderrBytes: whole(0),
    archive: oneOf('archived', 'failed', 'noFiles'),
  },
};

/** Tells without the cost of a whole validation that a snapshot is one; see `isPlainOffer`. */
export const isPlainSnapshot = (snapshot: object): snapshot is LaunchSnapshot => fits(SNAPSHOT, snapshot);

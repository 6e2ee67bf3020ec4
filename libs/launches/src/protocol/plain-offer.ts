import type { LaunchOffer } from './launch-offer';

type Check = (value: unknown) => boolean;

const text =
  (max: number): Check =>
  (value) =>
    typeof value === 'string' && value !== '' && value.length <= max;
const whole =
  (min: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= min;
const flag: Check = (value) => typeof value === 'boolean';
const words: Check = (value) =>
  Array.isArray(value) && value.every((word) => typeof word === 'string' && word !== '');
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const texts: Check = (value) =>
  isRecord(value) && Object.values(value).every((one) => typeof one === 'string');

/** Fields that must be there, and those that may; a field that is not in here makes it no plain offer. */
interface Shape {
  required: Readonly<Record<string, Check>>;
  optional: Readonly<Record<string, Check>>;
}

const fits = (shape: Shape, value: unknown): boolean =>
  isRecord(value) &&
  Object.keys(shape.required).every((name) => value[name] !== undefined) &&
  Object.entries(value).every(
    ([name, one]) => one === undefined || (shape.required[name] ?? shape.optional[name])?.(one) === true,
  );

const FILE: Shape = {
  required: { path: text(1024) },
  optional: {
    url: text(2048),
    ownerPath: text(2048),
    content: (value) => typeof value === 'string',
    executable: flag,
    unpack: flag,
  },
};
const LIMITS: Shape = {
  required: { memoryMb: whole(1), killGraceMs: whole(0) },
  optional: { timeoutSeconds: whole(1), residentMb: whole(1) },
};
const ARCHIVE: Shape = { required: { location: text(1024) }, optional: {} };
const OFFER: Shape = {
  required: {
    launchId: text(64),
    owner: text(32),
    ownerUrl: text(2048),
    kind: (value) => value === 'batch' || value === 'worker',
    agentCluster: text(128),
    user: text(255),
    subject: text(512),
    command: words,
    environment: texts,
    files: (value) => Array.isArray(value) && value.every((file) => fits(FILE, file)),
    portVariables: words,
    limits: (value) => fits(LIMITS, value),
  },
  optional: {
    setupMarker: text(1024),
    archive: (value) => fits(ARCHIVE, value),
    slots: whole(0),
  },
};

/**
 * Tells without the cost of a whole validation that an offer is one, has only fields of the class, and needs no
 * conversion. It is narrower than the class: what it does not know may still be a good offer.
 */
export const isPlainOffer = (offer: object): offer is LaunchOffer => fits(OFFER, offer);

import type { LaunchOffer } from './launch-offer';
import { fits, flag, text, texts, whole, words, type Shape } from './plain';

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
    artifact: text(1024),
    setupMarker: text(1024),
    archive: (value) => fits(ARCHIVE, value),
    group: text(255),
    slots: whole(0),
    signature: text(64),
  },
};

/**
 * Tells without the cost of a whole validation that an offer is one, has only fields of the class, and needs no
 * conversion. It is narrower than the class: what it does not know may still be a good offer.
 */
export const isPlainOffer = (offer: object): offer is LaunchOffer => fits(OFFER, offer);

import type { NameAndValue } from '../clusters/name-and-value';

/** Marks a job that an SLA launched. */
export const RESUBMITTED: NameAndValue = { name: '_svc.isResubmit', value: 'true' };

/** Returns the labels that name the artifact of a job (V1-FIELD-12). */
export const systemLabels = (url: string, version: string): NameAndValue[] => [
  { name: '_svc.artifact', value: artifactName(url) },
  { name: '_svc.version', value: version },
];

export const artifactName = (url: string): string => url.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? url;

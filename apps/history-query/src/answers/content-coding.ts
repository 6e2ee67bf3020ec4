import type { Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

/** Offered content codings, in order of preference. */
export const ContentCoding = { Brotli: 'br', Gzip: 'gzip' } as const;
export type ContentCoding = (typeof ContentCoding)[keyof typeof ContentCoding];

/** As fast as gzip, with smaller results; the default of 11 takes a hundred times as long. */
const BROTLI_QUALITY = 4;

const WEIGHTED = /^([^;\s]+)\s*(?:;\s*q=([\d.]+))?$/i;

/** Returns the offered coding that a client prefers (RFC 9110); undefined for none, also for a client that forbids even the plain body. */
export function codingFor(acceptEncoding: string | undefined): ContentCoding | undefined {
  if (!acceptEncoding) return undefined;
  const weights = new Map<string, number>();
  for (const one of acceptEncoding.split(',')) {
    const [, name, weight] = WEIGHTED.exec(one.trim()) ?? [];
    if (name !== undefined) weights.set(name.toLowerCase(), weight === undefined ? 1 : Number(weight));
  }
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const plain = weights.get('identity') ?? 0;
  return Object.values(ContentCoding)
    .filter((coding) => weightOf(coding) > 0 && weightOf(coding) >= plain)
    .sort((a, b) => weightOf(b) - weightOf(a))[0];
}

export const encoder = (coding: ContentCoding): Transform =>
  coding === ContentCoding.Gzip
    ? createGzip()
    : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });

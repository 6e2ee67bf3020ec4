import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Transform } from 'node:stream';

/** Codings of bodies that are offered, the preferred one first. */
export const ContentCoding = {
  Brotli: 'br',
  Gzip: 'gzip',
} as const;
export type ContentCoding = (typeof ContentCoding)[keyof typeof ContentCoding];

/** As fast as gzip, with smaller results; the default of 11 is a hundred times as slow. */
const BROTLI_QUALITY = 4;

const WEIGHTED = /^([^;]+?)\s*(?:;\s*q=([\d.]+))?$/i;

/**
 * The coding that a client likes best of those that are offered (RFC 9110, Accept-Encoding); undefined for
 * none. Who forbids even the plain body gets it all the same: it is better than an error.
 */
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

/** What encodes a body as it passes through. */
export function encoder(coding: ContentCoding): Transform {
  return coding === ContentCoding.Gzip
    ? createGzip()
    : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}

import { malformed } from '@portolan/service';
import type { Image, Resources, Runtime, RuntimeRequest } from './runtime.dto';

type Amount = keyof Resources;
type Given = number | null | undefined;

const AMOUNTS: readonly Amount[] = ['cpu', 'gpu', 'memoryMb', 'diskMb', 'networkMbps'];

const amounts = (of: (name: Amount) => Given): Resources =>
  Object.fromEntries(AMOUNTS.map((name) => [name, of(name) ?? null])) as Record<Amount, number | null>;

/**
 * Reads a `runtime`; the older fields `memory` and `cpu` apply to the amounts that it omits.
 * @throws ServiceError (malformed) for an invalid image
 */
export function readRuntime(
  runtime: RuntimeRequest | null | undefined,
  { cpu, memory }: { cpu?: Given; memory?: Given } = {},
): Runtime {
  const older: Partial<Record<Amount, Given>> = { cpu, memoryMb: memory };
  return {
    resources: amounts((name) => runtime?.resources?.[name] ?? older[name]),
    images: Object.fromEntries(
      Object.entries(runtime?.images ?? {}).map(([key, image]) => [key, readImage(key, image)]),
    ),
  };
}

/** Merges runtimes: the first that sets an amount counts; images by name, fields of the first win (V3-SEL-5). */
export function mergeRuntimes(first: Runtime, second: Runtime): Runtime {
  const images = { ...second.images };
  for (const [key, image] of Object.entries(first.images)) {
    const other = second.images[key];
    images[key] = {
      name: image.name ?? other?.name ?? null,
      tag: image.tag ?? other?.tag ?? null,
      arguments: image.arguments.length > 0 ? image.arguments : (other?.arguments ?? []),
    };
  }
  return { resources: amounts((name) => first.resources[name] ?? second.resources[name]), images };
}

function readImage(key: string, image: unknown): Image {
  const field = `runtime.images.${key}`;
  if (typeof image !== 'object' || image === null || Array.isArray(image)) {
    throw malformed(field, `${field} must be an object {name, tag, arguments}`);
  }
  const { name = null, tag = null, arguments: given } = image as Record<string, unknown>;
  const words = given ?? [];
  const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';
  const isWords = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((word) => typeof word === 'string');
  if (!isText(name) || !isText(tag)) throw malformed(field, `${field}: name and tag must be strings`);
  if (!isWords(words)) throw malformed(field, `${field}: arguments must be an array of strings`);
  return { name, tag, arguments: words };
}

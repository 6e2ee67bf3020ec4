import { malformed } from '@portolan/service';
import type { RuntimeRequest } from './runtime.dto';

/** Amounts that a job may use. */
export interface Resources {
  cpu: number | null;
  gpu: number | null;
  memoryMb: number | null;
  diskMb: number | null;
  networkMbps: number | null;
}

/** A container image. */
export interface Image {
  name: string | null;
  tag: string | null;
  arguments: string[];
}

/** Where and with what a job runs: of a command the defaults, of a request the wishes, of a job the result. */
export interface Runtime {
  resources: Resources;
  images: Record<string, Image>;
}

/**
 * Reads a `runtime`; `memoryMb` and `cpu` of the older fields beside it count when it does not tell.
 *
 * @throws ServiceError (malformed) when an image is not what it should be.
 */
export function readRuntime(
  runtime: RuntimeRequest | null | undefined,
  older: { cpu?: number | null | undefined; memory?: number | null | undefined } = {},
): Runtime {
  const given = runtime?.resources;
  return {
    resources: {
      cpu: given?.cpu ?? older.cpu ?? null,
      gpu: given?.gpu ?? null,
      memoryMb: given?.memoryMb ?? older.memory ?? null,
      diskMb: given?.diskMb ?? null,
      networkMbps: given?.networkMbps ?? null,
    },
    images: Object.fromEntries(
      Object.entries(runtime?.images ?? {}).map(([key, image]) => [key, readImage(key, image)]),
    ),
  };
}

/** Per amount the first that tells; images by name, fields of the first win (reference: jobs §5.5). */
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
  return { resources: mergeResources(first.resources, second.resources), images };
}

function mergeResources(first: Resources, second: Resources): Resources {
  return {
    cpu: first.cpu ?? second.cpu,
    gpu: first.gpu ?? second.gpu,
    memoryMb: first.memoryMb ?? second.memoryMb,
    diskMb: first.diskMb ?? second.diskMb,
    networkMbps: first.networkMbps ?? second.networkMbps,
  };
}

function readImage(key: string, image: unknown): Image {
  const field = `runtime.images.${key}`;
  if (typeof image !== 'object' || image === null || Array.isArray(image)) {
    throw malformed(field, `${field} must be an object {name, tag, arguments}`);
  }
  const { name = null, tag = null, arguments: given = [] } = image as Record<string, unknown>;
  const words: unknown = given ?? [];
  const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';
  const isWords = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((word) => typeof word === 'string');
  if (!isText(name) || !isText(tag)) throw malformed(field, `${field}: name and tag must be strings`);
  if (!isWords(words)) throw malformed(field, `${field}: arguments must be an array of strings`);
  return { name, tag, arguments: words };
}

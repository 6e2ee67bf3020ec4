import type { OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** A websocket of an API: no controller has it. */
export interface SocketNote {
  /** Unique in the API; the operation at the same address, where there is one, keeps its own. */
  id: string;
  summary: string;
  tag: string;
  /** What comes over it when it is open. */
  frames: string;
}

/** Websockets by their address: `/api/v1/events/{id}`. */
export type SocketNotes = Readonly<Record<string, SocketNote>>;

/** The refusal that handshakes have besides those of every operation. */
const OTHER_ORIGIN = 'A websocket is refused to pages of other origins than the service and `CORS_ORIGINS`.';
const NOT_ONE = {
  400: 'The handshake is not one of RFC 6455.',
  404: 'What does not ask for a websocket finds nothing here.',
};

/**
 * Adds the handshakes of websockets to a document: the verb is GET, the good answer 101. Where the address also has an
 * ordinary answer, the operation has both.
 *
 * @param document before the answers of every operation are added; changed in place
 * @param isThere whether this process has the websocket
 */
export function withSockets(
  document: OpenAPIObject,
  sockets: SocketNotes,
  isThere: (path: string) => boolean = () => true,
): OpenAPIObject {
  for (const [path, note] of Object.entries(sockets)) {
    if (!isThere(path)) continue;
    const item = (document.paths[path] ??= {});
    addHandshake((item.get ??= socketOnly(path, note)), note);
  }
  return document;
}

function addHandshake({ responses }: Operation, { frames }: SocketNote): void {
  responses['101'] = {
    description: `The websocket is open, asked for with \`Upgrade: websocket\`. ${frames}`,
  };
  responses['403'] ??= { description: OTHER_ORIGIN };
}

/** Whether nothing but a websocket is at an operation's address. */
export const isSocketOnly = ({ responses }: Operation): boolean =>
  '101' in responses && !Object.keys(responses).some((status) => status.startsWith('2'));

const socketOnly = (path: string, { id, summary, tag }: SocketNote): Operation => ({
  operationId: id,
  summary,
  tags: [tag],
  parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  responses: { 400: { description: NOT_ONE[400] }, 404: { description: NOT_ONE[404] } },
});

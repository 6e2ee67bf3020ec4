import type { FastifyServerOptions } from 'fastify';

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>;

/**
 * For Fastify, which would load its compilers of JSON schemas (several MB of a service's memory with what they need) although no
 * route has a schema: what clients send is checked by class-validator.
 *
 * @throws Error when a route has a schema, while it is made
 */
export const NO_SCHEMAS: SchemaController = {
  compilersFactory: {
    buildValidator: () => refuse,
    buildSerializer: () => refuse,
  },
};

function refuse(): never {
  throw new Error('routes have no JSON schemas: class-validator checks what is sent');
}

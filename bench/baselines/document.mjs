/** A bare Fastify server behind guards that returns the bytes of a file. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { createBare, serve } from './lib/bare-fastify.mjs';

const body = readFileSync(process.env.DOCUMENT_FILE);
const type = process.env.DOCUMENT_TYPE;
const fastify = createBare();
fastify.get('/*', (_request, reply) => reply.type(type).send(body));
await serve(fastify);

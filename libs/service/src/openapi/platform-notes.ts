import type { ApiNotes } from './operation-notes';
import { jsonAnswer, schema } from './schema';

const { choice, map, object, ref, text } = schema;

const CHECKS = { database: 'up', redis: 'up' };

/** The operations that every service has. */
export const platformNotes = (): ApiNotes => ({
  schemas: {
    Liveness: object({ status: choice(['up']) }),
    Health: object({
      status: choice(['up', 'down']),
      checks: map(text('`up`, or why not.'), 'Everything that the service can not be without.'),
    }),
  },
  operations: {
    'GET /health/live': {
      id: 'getLiveness',
      answers: { 200: jsonAnswer(ref('Liveness'), { status: 'up' }) },
    },
    'GET /health/ready': {
      id: 'getReadiness',
      answers: {
        200: jsonAnswer(ref('Health'), { status: 'up', checks: CHECKS }),
        503: jsonAnswer(
          ref('Health'),
          { status: 'down', checks: { ...CHECKS, database: 'no answer within 1000 ms' } },
          'Something is away.',
        ),
      },
    },
  },
});

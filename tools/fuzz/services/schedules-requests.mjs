/** Ways to the answers about schedules that need preparation. */
import { setTimeout as delay } from 'node:timers/promises';
import { API, job, json } from './jobs-requests.mjs';

const { name, user, version, ...request } = job('-c true');

const withName = (given) => ({ name, version, ...given });

const schedule = (more) => ({ name, user, version, cron: '0 0 29 2 *', request: withName(request), ...more });

const TARGET = 'target-schedule';

/** Makes the schedule that other requests read and change; again and again without harm. @returns its id */
export async function seedSchedule(client) {
  const made = await client.send(json('POST', '/schedules', schedule({ id: TARGET })));
  if (made.status === 409) await client.send(json('PUT', `/schedules/${TARGET}`, schedule()));
  return TARGET;
}

/** @returns the address of a new schedule */
async function made(client, more) {
  const { headers } = await client.send(json('POST', '/schedules', schedule(more)));
  return `/schedules/${headers.location?.split('/').at(-1)}`;
}

const acting =
  (action, body) =>
  async ({ client }) =>
    json('POST', `${await made(client)}/actions/${action}`, body);

const ACTIONS = `${API}/schedules/{id}/actions`;

export const SCHEDULE_WAYS = {
  [`POST ${API}/schedules 409`]: () => {
    const twice = json('POST', '/schedules', schedule({ id: `twice-${Date.now()}` }));
    return [twice, twice];
  },
  [`PUT ${API}/schedules/{id} 204`]: async ({ client }) => json('PUT', await made(client), schedule()),
  [`PATCH ${API}/schedules/{id} 409`]: async ({ client }) =>
    json('PATCH', await made(client), [{ op: 'test', path: '/name', value: 'another' }]),
  [`DELETE ${API}/schedules/{id} 204`]: async ({ client }) => json('DELETE', await made(client)),
  [`POST ${ACTIONS}/trigger 202`]: acting('trigger'),
  [`POST ${ACTIONS}/trigger 409`]: async ({ client }) => {
    const busy = await made(client, { request: withName({ ...request, commandArgs: "-c 'sleep 5'" }) });
    const again = json('POST', `${busy}/actions/trigger`);
    await client.send(again);
    // Within one second it would be the same fire.
    await delay(1000);
    return again;
  },
  [`POST ${ACTIONS}/trigger 412`]: async ({ client }) => {
    const hopeless = withName({ ...request, clusterCriterias: [{ tags: ['type:nothing'] }] });
    return json('POST', `${await made(client, { request: hopeless })}/actions/trigger`);
  },
  [`POST ${ACTIONS}/backfill 202`]: acting('backfill', {
    from: '2024-02-01T00:00:00Z',
    to: '2024-03-01T00:00:00Z',
  }),
};

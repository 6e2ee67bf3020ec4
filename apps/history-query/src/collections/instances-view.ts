import { fieldOf, isJsonObject, type Json } from '../json';

/** The low byte of a state code is the state; the rest is the provider's own business. */
const STATE_MASK = 0xff;

/** The instances of one reservation, each a document of its own (resource-history-v2, Collection areas, rule 3). */
export function instancesOf(reservation: Json): Json[] {
  const instances = fieldOf(reservation, 'instances');
  if (!Array.isArray(instances)) throw new Error('a reservation has no list "instances"');
  return instances.map(withStateOnly);
}

function withStateOnly(instance: Json): Json {
  const state = fieldOf(instance, 'state');
  const code = fieldOf(state, 'code');
  if (!isJsonObject(instance) || !isJsonObject(state) || typeof code !== 'number') return instance;
  return { ...instance, state: { ...state, code: code & STATE_MASK } };
}

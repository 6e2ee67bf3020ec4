import type { CollectionRow } from '../collections/collection-definition';
import { fieldOf, isJsonObject, type Json } from '../json/json';
import { INSTANCE_DATES } from './aws-rows';

/** The collections `view/instances` (V2-AREA-3) and `group/autoScalingGroups` (V2-AREA-2), derived from the provider's collections. */
export const DERIVED_ROWS: readonly CollectionRow[] = [
  {
    name: 'group/autoScalingGroups',
    source: { kind: 'group', of: 'cloud/autoScalingGroups', members: 'view/instances' },
    id: 'name',
    unnamed: true,
    created: 'start',
    dates: ['start', 'end', 'instances.launchTime', 'instances.start', 'instances.end'],
  },
  {
    name: 'view/instances',
    source: { kind: 'view', of: 'cloud/instances', documents: instancesOf },
    id: 'instanceId',
    created: 'launchTime',
    dates: INSTANCE_DATES,
    provider: true,
  },
];

/** The low byte of a state code is the state; the provider uses the rest internally. */
const STATE_MASK = 0xff;

/** Returns the instances of one reservation, each as a document of its own (V2-AREA-6). */
function instancesOf(reservation: Json): Json[] {
  const instances = fieldOf(reservation, 'instances');
  if (!Array.isArray(instances)) throw new Error('a reservation has no list "instances"');
  return instances.map((instance) => {
    const state = fieldOf(instance, 'state');
    const code = fieldOf(state, 'code');
    if (!isJsonObject(instance) || !isJsonObject(state) || typeof code !== 'number') return instance;
    return { ...instance, state: { ...state, code: code & STATE_MASK } };
  });
}

import { Field, schema } from '@portolan/service';
import type { StreamJobClusterMap } from '../stream-map/stream-map.service';
import { JobSchedulingInfo } from './scheduling-message';

/** The workers of each stream's job (V1-CLUSTER-24). */
export class StreamDiscovery {
  @Field(schema.text('Of the map.')) version!: string;
  @Field(schema.millis('ms since the epoch; 0 before the first change of the map.')) timestamp!: number;
  @Field(schema.map(schema.map(schema.ref(JobSchedulingInfo), 'By stream.'), 'By application.'))
  mappings!: Record<string, Record<string, JobSchedulingInfo>>;
}

/** Returns the job clusters that a map names, each once. */
export const mappedClusters = ({ mappings }: StreamJobClusterMap): string[] => [
  ...new Set(Object.values(mappings).flatMap((streams) => Object.values(streams))),
];

/**
 * Returns the workers of every stream of a map; a stream whose job cluster has no Launched job is left out.
 * @param workersOf by job cluster
 */
export function streamDiscovery(
  { version, timestamp, mappings }: StreamJobClusterMap,
  workersOf: ReadonlyMap<string, JobSchedulingInfo>,
): StreamDiscovery {
  const discovered = Object.entries(mappings).map(([application, streams]) => {
    const known = Object.entries(streams).flatMap(([stream, cluster]) => {
      const workers = workersOf.get(cluster);
      return workers ? [[stream, workers] as const] : [];
    });
    return [application, Object.fromEntries(known)] as const;
  });
  return { version, timestamp, mappings: Object.fromEntries(discovered) };
}

import { fieldOf, isJsonObject, type Json } from '../json';
import type { DocumentBuilder } from './provider-row';

/** `{name, attributes, …}`: an IAM thing with what was asked about it (reference: history, Collections). */
export function withAttributes(name: string): DocumentBuilder {
  return (listed, details) => ({ name: fieldOf(listed, name) ?? null, attributes: listed, ...details });
}

/** The record sets of a zone, each a document that tells its zone. */
export const recordSetDocuments: DocumentBuilder = (zone, { records = [] }) => {
  const told = { id: fieldOf(zone, 'id') ?? null, name: fieldOf(zone, 'name') ?? null };
  if (!Array.isArray(records)) return [];
  return records.map((record) => (isJsonObject(record) ? { ...record, zone: told } : record));
};

/** A queue from its address and its attributes (resource-history-v2, Collection areas, rule 4). */
export const queueDocument: DocumentBuilder = (url, { attributes = {} }) => {
  if (typeof url !== 'string') throw new Error('a queue URL is no text');
  return { name: url.slice(url.lastIndexOf('/') + 1), url, attributes };
};

/** A database with its ARN and tags under the names that every other collection has. */
export const databaseDocument: DocumentBuilder = (database, { tags = [] }) => {
  const arn: Json = fieldOf(database, 'DBInstanceArn') ?? null;
  return isJsonObject(database) ? { ...database, arn, tags } : database;
};

/** The health of a load balancer's instances. */
export const healthDocument: DocumentBuilder = (balancer, { instances = [] }) => ({
  name: fieldOf(balancer, 'loadBalancerName') ?? null,
  instances,
});

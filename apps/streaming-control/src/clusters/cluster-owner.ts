/** Fields of a job cluster about who runs it. */
export const OWNER_FIELDS = ['name', 'teamName', 'description', 'contactEmail', 'repo'] as const;
export type ClusterOwner = Record<(typeof OWNER_FIELDS)[number], string>;

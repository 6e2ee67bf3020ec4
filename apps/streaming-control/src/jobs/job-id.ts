/** A job id taken apart; names may end with a dash and digits themselves, so the last dash decides. */
export interface JobIdParts {
  cluster: string;
  number: number;
}

export const jobIdOf = (cluster: string, number: number): string => `${cluster}-${number}`;

/** Reads `<clusterName>-<number>`; undefined when it is not of that shape. */
export function parseJobId(id: string): JobIdParts | undefined {
  const match = /^(.+)-(\d{1,15})$/.exec(id);
  return match?.[1] && match[2] ? { cluster: match[1], number: Number(match[2]) } : undefined;
}

/** The releases in which the API is described (job-orchestration-v3, Versioning); each has all of the one before. */
export const RELEASES = ['3.2', '4.0', '4.3'] as const;
export type Release = (typeof RELEASES)[number];

/** Something in each release. */
export type PerRelease<T> = Readonly<Record<Release, T>>;

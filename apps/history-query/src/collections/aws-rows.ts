import { AWS_COMPUTE_ROWS } from './aws-compute-rows';
import { AWS_SERVICE_ROWS } from './aws-service-rows';
import type { ProviderRow } from './provider-row';

/**
 * The table of all collections that are read from AWS (reference: history, Collections), each with its
 * calls. Where the reference has several things under one id, the id says more here.
 */
export const AWS_ROWS: readonly ProviderRow[] = [...AWS_COMPUTE_ROWS, ...AWS_SERVICE_ROWS].sort((a, b) =>
  a.name < b.name ? -1 : 1,
);

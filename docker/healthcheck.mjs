/** Health of a container: its own service answers `/health/live`. Exit code 0 or 1. */
import { argumentsOf, ask } from './own-service.mjs';

argumentsOf(
  'Usage: healthcheck.mjs\n\nAsks the service of this container whether it lives. Exit code 0 or 1.',
);

try {
  const { status } = await ask('/health/live', { timeoutMs: 4000 });
  process.exit(status === 200 ? 0 : 1);
} catch {
  process.exit(1);
}

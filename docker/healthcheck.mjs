/** Health of a container: its own service answers `/health/live`. Exit code 0 or 1. */
import { ask } from './own-service.mjs';

try {
  const { status } = await ask('/health/live', { timeoutMs: 4000 });
  process.exit(status === 200 ? 0 : 1);
} catch {
  process.exit(1);
}

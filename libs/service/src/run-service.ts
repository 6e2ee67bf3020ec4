import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ConfigurationError, loadConfig } from './config/load-config';
import type { ServiceConfig } from './config/service-config';
import { createService, type ServiceDefinition } from './create-service';
import { Readiness } from './health/readiness';

/** A shutdown that takes longer than this is cut off, ms. */
const SHUTDOWN_LIMIT_MS = 30_000;

/**
 * The whole of a service's `main.ts`: reads the configuration, listens, and on SIGTERM or SIGINT goes in
 * order: not ready, stop accepting, end streams, finish what is in flight, close queues and pools, exit 0.
 * What can't be started ends with one line on stderr and exit code 1.
 */
export async function runService<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  try {
    const config = loadConfig(definition.config, env);
    const app = await createService(definition, config);
    stopOnSignal(app, config.SHUTDOWN_DELAY_MS);
    await app.listen(config.PORT, config.HOST);
  } catch (error) {
    process.stderr.write(`${definition.name}: ${explain(error)}\n`);
    process.exit(1);
  }
}

function stopOnSignal(app: NestFastifyApplication, delayMs: number): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), delayMs + SHUTDOWN_LIMIT_MS).unref();
    app.get(Readiness).stop();
    await delay(delayMs);
    await app.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        process.stderr.write(`shutdown failed: ${explain(error)}\n`);
        process.exit(1);
      });
    });
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  return error instanceof Error ? `could not start: ${error.message}` : String(error);
}

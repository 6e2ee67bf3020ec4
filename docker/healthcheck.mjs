/** Health of a container: its own service answers `/health/live`. Exit code 0 or 1. */
const url = `http://127.0.0.1:${process.env.PORT ?? '8080'}/health/live`;
try {
  const answer = await fetch(url, { signal: AbortSignal.timeout(4000) });
  process.exit(answer.ok ? 0 : 1);
} catch {
  process.exit(1);
}

/** How a service treats its event loop. */
import { send } from '../../lib/client.mjs';

/** Longest delay of the service's event loop since it was last asked, ms. */
export async function lagOf(streams) {
  const { text } = await send('GET', `${streams}/metrics`);
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1000;
}

import type { LaunchOffer } from '@portolan/launches';

/**
 * Has launches run (design: Launcher). `local` is the node itself: it claims the launch and starts the process
 * on its machine. `kubernetes` makes one Job per launch, whose pod is a node for that launch alone.
 */
export interface Launcher {
  /**
   * Takes one offer off the queue and sees to it that somebody claims the launch. The same offer may come any
   * number of times.
   *
   * @throws RedeliverLater when it should be offered again
   */
  claim(offer: LaunchOffer): Promise<void>;
}

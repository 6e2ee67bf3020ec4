import { isOutage } from './to-service-error';

/**
 * Does the work of one item of many: an item that fails must not hold up the others.
 *
 * @param failed is told the error. @returns whether the work succeeded. @throws the error of an outage, which concerns all items
 */
export async function separately(
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (isOutage(error)) throw error;
    failed(error);
    return false;
  }
}

/**
 * The name of a field in documents, from its name in the provider's API: `InstanceId` becomes `instanceId`.
 * A name that begins with several capitals stays as it is (`DBInstanceIdentifier`, `VPCZoneIdentifier`,
 * `TTL`): that is how documents have always been named (reference: history, HTTP and Collections).
 */
export function apiName(name: string): string {
  const [first = '', second = ''] = name;
  return isCapital(first) && isCapital(second) ? name : first.toLowerCase() + name.slice(1);
}

const isCapital = (letter: string): boolean => letter >= 'A' && letter <= 'Z';

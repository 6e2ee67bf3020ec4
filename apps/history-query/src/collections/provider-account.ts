/** A crawled account and region of a cloud provider. */
export interface ProviderAccount {
  /** Part of its collections' addresses; undefined for the only account of an installation without names. */
  name: string | undefined;
  region: string;
  /** Role assumed for reading; undefined: the service's own credentials. */
  role: string | undefined;
}

/** An entry of `AWS_ACCOUNTS`: `[name@]region[=role]`. */
export const ACCOUNT_ENTRY =
  /^(?:([A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)*)@)?([a-z]{2,}(?:-[a-z0-9]+)+)(?:=(arn:[^,\s]+))?$/;

export const ACCOUNT_SYNTAX = '[name@]region[=role ARN]';

/** Reads the accounts. @throws Error when several entries lack names or share one */
export function readAccounts(entries: readonly string[]): ProviderAccount[] {
  const accounts = entries.map((entry) => {
    const match = ACCOUNT_ENTRY.exec(entry);
    if (!match) throw new Error(`AWS_ACCOUNTS: ${JSON.stringify(entry)} is not ${ACCOUNT_SYNTAX}`);
    return { name: match[1], region: match[2] ?? '', role: match[3] };
  });
  const names = new Set(accounts.map(({ name }) => name));
  if (accounts.length > 1 && (names.has(undefined) || names.size < accounts.length))
    throw new Error('AWS_ACCOUNTS: each of several accounts needs a name of its own');
  return accounts;
}

/** Returns the accounts that read global resources: one for each set of credentials. */
export function globalAccounts(accounts: readonly ProviderAccount[]): ProviderAccount[] {
  return accounts.filter((one, index) => accounts.findIndex(({ role }) => role === one.role) === index);
}

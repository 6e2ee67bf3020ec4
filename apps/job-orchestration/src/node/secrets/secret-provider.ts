/** Whose secret it is to be. */
export interface SecretUser {
  /** Service that owns the launch, e.g. `jobs`. */
  owner: string;
  /** Job that asks, and its user. */
  subject: string;
  user: string;
}

/**
 * Where a node gets secrets from. An installation that has a vault puts a provider of its own in the place of
 * `ConfiguredSecrets` (`SECRETS_PROVIDER`).
 */
export abstract class SecretProvider {
  /**
   * Looks a secret up.
   *
   * @param ref as the job names it: `<kind>:<rest>`
   * @returns undefined when there is no such secret, or not for this user
   * @throws errors that another try may cure
   */
  abstract resolve(ref: string, user: SecretUser): Promise<string | undefined>;
}

/** The configuration that the server of the console hands to the page (`/config.json`). */
export interface ConsoleConfig {
  /** Origin of each deployed service; `''` is the origin of the page. */
  services: Partial<Record<ServiceName, string>>;
  /** The claim of a token with the name of its client, as the services read it. */
  subjectClaim: string;
  /** The client of the issuer; null when the services require no token, or tokens are pasted. */
  login: LoginConfig | null;
}

export type ServiceName = 'jobs' | 'history' | 'streams';

/** An OAuth 2 client of an issuer. */
export interface LoginConfig {
  issuer: string;
  clientId: string;
  scope: string;
}

/** Returns the origin of a service as the browser reaches it. */
export function originOf({ services }: ConsoleConfig, name: ServiceName): string {
  const origin = services[name] ?? '';
  return origin === '' ? location.origin : origin;
}

/** Reads the configuration. @throws Error when the server of the console does not answer */
export async function loadConfig(): Promise<ConsoleConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`the console's configuration was answered with ${response.status}`);
  return (await response.json()) as ConsoleConfig;
}

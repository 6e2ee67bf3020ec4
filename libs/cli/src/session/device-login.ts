import {
  allowInsecureRequests,
  discovery,
  initiateDeviceAuthorization,
  None,
  pollDeviceAuthorizationGrant,
  refreshTokenGrant,
  type Configuration,
  type TokenEndpointResponse,
} from 'openid-client';
import type { Credential } from '../config/config-file.ts';
import { CliError, ExitCode } from '../failure/cli-error.ts';

/** Where to log in. */
export interface Login {
  issuer: string;
  clientId?: string | undefined;
}

const DEFAULT_CLIENT_ID = 'portolan-cli';

/** Instructions for a user who logs in: open the address, enter the code. */
export interface DevicePrompt {
  address: string;
  code: string;
  /** The address with the code in it, when the issuer has one. */
  complete: string | undefined;
}

/**
 * Logs in by OAuth device flow.
 * @param show tells the user where to enter the code
 * @throws CliError when the issuer cannot be reached or refuses
 */
export async function deviceLogin(
  login: Login,
  show: (prompt: DevicePrompt) => void,
  signal?: AbortSignal,
): Promise<Credential> {
  try {
    const config = await configuration(login);
    const started = await initiateDeviceAuthorization(config, { scope: 'openid offline_access' });
    show({
      address: started.verification_uri,
      code: started.user_code,
      complete: started.verification_uri_complete,
    });
    const tokens = await pollDeviceAuthorizationGrant(config, started, {}, signal ? { signal } : {});
    return credentialOf(login, tokens);
  } catch (error) {
    throw loginFailure(login, error);
  }
}

/** Renews a login. @throws CliError when the issuer refuses: a new login is needed */
export async function renewLogin({
  refreshToken,
  ...login
}: Login & { refreshToken: string }): Promise<Credential> {
  try {
    const tokens = await refreshTokenGrant(await configuration(login), refreshToken);
    return { refreshToken, ...credentialOf(login, tokens) };
  } catch (error) {
    throw loginFailure(login, error);
  }
}

function configuration({ issuer, clientId = DEFAULT_CLIENT_ID }: Login): Promise<Configuration> {
  const isPlain = new URL(issuer).protocol === 'http:';
  return discovery(new URL(issuer), clientId, undefined, None(), {
    // An issuer on this machine has no certificate.
    ...(isPlain && { execute: [allowInsecureRequests] }),
  });
}

const credentialOf = (login: Login, tokens: TokenEndpointResponse): Credential => ({
  token: tokens.access_token,
  issuer: login.issuer,
  ...(login.clientId !== undefined && { clientId: login.clientId }),
  ...(tokens.refresh_token !== undefined && { refreshToken: tokens.refresh_token }),
  ...(tokens.expires_in !== undefined && { expiresAt: Date.now() + tokens.expires_in * 1000 }),
});

function loginFailure({ issuer }: Login, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CliError || error.name === 'AbortError') return error;
  const { error_description: description, error: code } = error as Error & Record<string, unknown>;
  if (typeof code === 'string') {
    const text = typeof description === 'string' ? description : code;
    return new CliError(`the issuer refused: ${text}`, ExitCode.Refused, `${issuer}: ${code}`, {
      cause: error,
    });
  }
  const reason = error.cause instanceof Error ? error.cause.message : error.message;
  return new CliError(`cannot log in at ${issuer}: ${reason}`, ExitCode.Unreachable, undefined, {
    cause: error,
  });
}

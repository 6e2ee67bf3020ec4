import type { ConfigFiles } from '../config/config-file.ts';

/** A token this close to its end is renewed before it is sent, ms. */
const RENEW_BEFORE_MS = 30_000;

/** Returns the token of a context's login, renewed when it is about to expire and can be. */
export async function loginToken(files: ConfigFiles, context: string): Promise<string | undefined> {
  const stored = files.readCredential(context);
  if (!stored) return undefined;
  const { token, expiresAt = Infinity, refreshToken, issuer, clientId } = stored;
  if (refreshToken === undefined || issuer === undefined || expiresAt - Date.now() > RENEW_BEFORE_MS)
    return token;
  const { renewLogin } = await import('./device-login.ts');
  const renewed = await renewLogin({ issuer, clientId, refreshToken });
  await files.writeCredential(context, renewed);
  return renewed.token;
}

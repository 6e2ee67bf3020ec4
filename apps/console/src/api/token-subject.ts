/**
 * Returns the client that a token (JWT) names; undefined for another kind of token. Only a service can tell whether the token is
 * valid.
 * @param claim the claim with the client's name
 */
export function subjectOf(token: string, claim: string): string | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown> | null;
    const subject = claims?.[claim];
    return typeof subject === 'string' && subject !== '' ? subject : undefined;
  } catch {
    return undefined;
  }
}

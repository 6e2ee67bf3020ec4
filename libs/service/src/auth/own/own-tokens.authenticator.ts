import type { Authenticator, Credentials } from '../authenticator';
import { bearerOf } from '../bearer';
import { invalidToken } from '../refusals';
import type { Principal } from '../principal';
import type { OwnTokens } from './own-tokens';

/** Knows the processes of this system by the tokens that it gave them. */
export class OwnTokenAuthenticator implements Authenticator {
  constructor(private readonly tokens: OwnTokens) {}

  authenticate(request: Credentials): Principal | undefined {
    const token = bearerOf(request);
    if (token === undefined || !this.tokens.isOwn(token)) return undefined;
    const principal = this.tokens.read(token);
    if (!principal)
      throw invalidToken(
        'the token of a service or a job was not made with the INTERNAL_TOKEN of this system, or has expired',
      );
    return principal;
  }
}

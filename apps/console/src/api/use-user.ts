import { useClients } from './clients';
import { useSession } from './session';
import { subjectOf } from './token-subject';

/** Returns the name of the logged-in user, as the services know it; undefined without a login, or when the token is not a JWT. */
function usePerson(): string | undefined {
  const { subjectClaim } = useClients().config;
  const session = useSession();
  return session && subjectOf(session.token, subjectClaim);
}

/** Returns the user that requests name. The services accept only the logged-in user; without authentication, any user. */
export const useUser = (): string => usePerson() ?? 'console';

/** Returns the initial values of a form, with the logged-in user as its user. */
export function useOwned<Form extends { user: string }>(first: Form): Form {
  const person = usePerson();
  return person === undefined ? first : { ...first, user: person };
}

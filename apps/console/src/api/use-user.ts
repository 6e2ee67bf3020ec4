import { useClients } from './clients';
import { useSession } from './session';
import { subjectOf } from './token-subject';

/** Returns the person who is logged in, by the name that the services know; undefined without one, or when the token is no JWT. */
function usePerson(): string | undefined {
  const { subjectClaim } = useClients().config;
  const session = useSession();
  return session && subjectOf(session.token, subjectClaim);
}

/** Returns the user that requests name: from a person the services accept no other, and without authentication any. */
export const useUser = (): string => usePerson() ?? 'console';

/** Returns the beginning of a form with the person who is logged in as its user. */
export function useOwned<Form extends { user: string }>(first: Form): Form {
  const person = usePerson();
  return person === undefined ? first : { ...first, user: person };
}

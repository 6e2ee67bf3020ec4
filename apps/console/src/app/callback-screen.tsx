import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useClients } from '../api/clients';
import { endLogin } from '../api/login';
import { Failure, Loading } from '../design/feedback';
import { PageHead } from '../design/layout';

/** The redirect target of a login: exchanges the code for a token and returns to the previous screen. */
export default function CallbackScreen(): ReactNode {
  const { login } = useClients().config;
  const [, navigate] = useLocation();
  const [error, setError] = useState<unknown>();
  const hasBegun = useRef(false);
  useEffect(() => {
    // A code can be exchanged once.
    if (!login || hasBegun.current) return;
    hasBegun.current = true;
    endLogin(login).then((path) => navigate(path, { replace: true }), setError);
  }, [login, navigate]);
  return (
    <>
      <PageHead title="Logging in" />
      {error === undefined ? (
        <Loading />
      ) : (
        <Failure error={error} retry={() => navigate('/', { replace: true })} />
      )}
    </>
  );
}

import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useClients } from '../api/clients';
import { beginLogin } from '../api/login';
import { setSession, useSession } from '../api/session';
import { Failure } from '../design/feedback';
import { Field } from '../design/fields';
import { PageHead, Panel } from '../design/layout';
import { Button } from '../design/button';

/** Asks for a login when a service demands a token: at the issuer, or by a token that is pasted. */
export default function LoginScreen({ onToken }: { onToken: () => void }): ReactNode {
  const { login } = useClients().config;
  const wasLoggedIn = useSession() !== undefined;
  const [stay, setStay] = useState(false);
  const [error, setError] = useState<unknown>();
  const returnTo = `${location.pathname}${location.search}`;
  const paste = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const token = new FormData(event.currentTarget).get('token');
    if (typeof token !== 'string' || token.trim() === '') return;
    setSession({ token: token.trim() }, stay);
    onToken();
  };
  return (
    <>
      <PageHead title="Log in" />
      <div className="stack" style={{ maxWidth: 520 }}>
        {error !== undefined && <Failure error={error} />}
        {login && (
          <Panel title="At your organisation">
            {wasLoggedIn && (
              <p className="muted">This login leaves the page: text that was typed and not sent is lost.</p>
            )}
            <Button kind="primary" onClick={() => void beginLogin(login, returnTo, stay).catch(setError)}>
              Log in at {new URL(login.issuer).host}
            </Button>
          </Panel>
        )}
        <Panel title="With a token">
          <form className="stack" onSubmit={paste}>
            <Field
              label="Access token"
              name="token"
              type="password"
              autoComplete="off"
              spellCheck={false}
              required
            />
            <div className="actions">
              <button className="button" type="submit">
                Use this token
              </button>
            </div>
          </form>
        </Panel>
        <label className="toolbar">
          <input
            type="checkbox"
            checked={stay}
            onChange={(event) => setStay(event.target.checked)}
            style={{ height: 16 }}
          />
          Stay logged in when this tab is closed
        </label>
      </div>
    </>
  );
}

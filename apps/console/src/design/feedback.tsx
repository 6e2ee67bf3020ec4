import type { ReactNode } from 'react';
import { messageOf, requestIdOf } from '../api/errors';

/** A placeholder for content that is being loaded. */
export const Loading = ({ lines = 4 }: { lines?: number }): ReactNode => (
  <div className="panel-body stack" role="status" aria-label="Loading">
    {Array.from({ length: lines }, (_, line) => (
      <div className="skeleton" key={line} style={{ width: `${90 - ((line * 17) % 45)}%` }} />
    ))}
  </div>
);

/** A placeholder for absent content, with a way to create or find some. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }): ReactNode => (
  <div className="note">
    <h2>{title}</h2>
    {children}
  </div>
);

/** An error with the request id that the logs of the service have, too. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }): ReactNode {
  const requestId = requestIdOf(error);
  return (
    <div className="alert" role="alert">
      <p>{messageOf(error)}</p>
      {requestId && <p className="small">Request {requestId}</p>}
      {retry && (
        <button className="button" type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** The part of a query's result that {@link Loaded} needs. */
interface Result<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** Shows the content of a query: its skeleton, its error, or what `children` makes of its data, which stays while it is renewed. */
export function Loaded<T>({
  result,
  children,
}: {
  result: Result<T>;
  children: (data: T) => ReactNode;
}): ReactNode {
  const { data, error, refetch } = result;
  if (data !== undefined)
    return (
      <>
        {error != null && <Failure error={error} />}
        {children(data)}
      </>
    );
  if (error != null) return <Failure error={error} retry={() => void refetch()} />;
  return <Loading />;
}

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { messageOf, requestIdOf, statusOf } from '../api/errors';
import { useLastError, type Asked } from '../api/use-last-error';
import { PageHead } from './layout';
import { Button } from './button';

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

/** A placeholder for a list in which no row matches its filters. @param href the list without filters */
export const NoMatch = ({ what, href }: { what: string; href: string }): ReactNode => (
  <Empty title={`No ${what} matches these filters`}>
    <div className="actions">
      <Link className="button" href={href}>
        Clear the filters
      </Link>
    </div>
  </Empty>
);

/** Asking again does not find what is not there. */
const NOT_FOUND = 404;

/** An error with the request id that the logs of the service have, too. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }): ReactNode {
  const requestId = requestIdOf(error);
  return (
    <div className="alert" role="alert">
      <p>{messageOf(error)}</p>
      {requestId && <p className="small">Request {requestId}</p>}
      {retry && statusOf(error) !== NOT_FOUND && (
        <div className="actions">
          <Button onClick={retry}>Try again</Button>
        </div>
      )}
    </div>
  );
}

/** The part of a query's result that {@link Loaded} needs. */
interface Result<T> extends Asked<T> {
  refetch: () => unknown;
}

/**
 * Shows the content of a query: its skeleton, its error, or what `children` makes of its data, which stays while it is renewed.
 * @param title of the screen until `children` has a better one; without it the screen has its head already
 */
export function Loaded<T>({
  result,
  title,
  children,
}: {
  result: Result<T>;
  title?: string;
  children: (data: T) => ReactNode;
}): ReactNode {
  const { data, refetch } = result;
  const error = useLastError(result);
  if (data !== undefined)
    return (
      <>
        {error != null && <Failure error={error} />}
        {children(data)}
      </>
    );
  return (
    <>
      {title !== undefined && <PageHead title={title} />}
      {error != null ? <Failure error={error} retry={() => void refetch()} /> : <Loading />}
    </>
  );
}

import { useEffect, type ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';

/** The head of a screen; its title is the title of the tab. */
export function PageHead({
  title,
  beside,
  children,
}: {
  title: string;
  beside?: ReactNode;
  children?: ReactNode;
}): ReactNode {
  useEffect(() => {
    document.title = `${title} · Portolan`;
  }, [title]);
  return (
    <header className="page-head">
      <div className="page-title">
        <h1>{title}</h1>
        {beside}
      </div>
      {children && <div className="actions">{children}</div>}
    </header>
  );
}

/** A box with a heading. `flush` lets a table reach its edges. */
export const Panel = ({
  title,
  actions,
  flush = false,
  children,
}: {
  title: string;
  actions?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}): ReactNode => (
  <section className="panel" aria-label={title}>
    <div className="panel-head">
      <h2>{title}</h2>
      {actions}
    </div>
    <div className={flush ? 'panel-body flush' : 'panel-body'}>{children}</div>
  </section>
);

/** Tabs of a screen; the chosen one is in the address (`?tab=`), so a tab can be shared as a link. */
export function Tabs<Name extends string>({ of }: { of: Readonly<Record<Name, string>> }): ReactNode {
  const chosen = useTab(of);
  return (
    <nav className="tabs" aria-label="Views">
      {namesOf(of).map((name) => (
        <Link key={name} href={`?tab=${name}`} aria-current={name === chosen ? 'page' : undefined}>
          {of[name]}
        </Link>
      ))}
    </nav>
  );
}

const namesOf = <Name extends string>(tabs: Readonly<Record<Name, string>>): Name[] =>
  Object.keys(tabs) as Name[];

/** Returns the chosen tab: that of the address, else the first. */
export function useTab<Name extends string>(tabs: Readonly<Record<Name, string>>): Name | undefined {
  const [search] = useSearchParams();
  const names = namesOf(tabs);
  const wanted = search.get('tab');
  return names.find((name) => name === wanted) ?? names[0];
}

import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { setSession, useSession } from '../api/session';
import { useRelease, type Release } from '../api/use-release';
import { isScreenIn, type Screen } from './screens';
import { applyTheme, currentTheme, nextTheme } from './theme';
import { Button } from '../design/button';
import './shell.css';

/** The frame around every screen: navigation, theme, logout. */
export function Shell({ screens, children }: { screens: readonly Screen[]; children: ReactNode }): ReactNode {
  const [location] = useLocation();
  const release = useRelease();
  // The menu of a narrow window closes when another screen is shown.
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === location;
  const groups = [...new Set(screens.map(({ group }) => group))];
  return (
    <div className="shell">
      <a className="button skip" href="#content">
        Skip to the content
      </a>
      <nav className="shell-nav" aria-label="Screens">
        <Link className="shell-brand" href="/">
          <img src="/icon.svg" alt="" width="20" height="20" />
          Portolan
        </Link>
        <button
          className="button shell-menu"
          type="button"
          aria-expanded={isOpen}
          aria-controls="screens"
          onClick={() => setOpenAt(isOpen ? undefined : location)}
        >
          Menu
        </button>
        <div className={isOpen ? 'shell-links open' : 'shell-links'} id="screens">
          {groups.map((group) => (
            <Group
              key={group ?? ''}
              name={group}
              screens={screens.filter((screen) => screen.group === group)}
              release={release}
            />
          ))}
          <div className="shell-foot">
            <ThemeSwitch />
            <Logout />
          </div>
        </div>
      </nav>
      <main className="shell-main" id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function Group({
  name,
  screens,
  release,
}: {
  name: string | undefined;
  screens: readonly Screen[];
  release: Release | undefined;
}): ReactNode {
  const [location] = useLocation();
  const isCurrent = (path: string): boolean =>
    location === path || (path !== '/' && location.startsWith(`${path}/`));
  return (
    <>
      {name && <h3>{name}</h3>}
      {screens.map((screen) => {
        const { path, label, component } = screen;
        const isThere = isScreenIn(release, screen);
        if (label === undefined || isThere === false) return null;
        return (
          <Link
            key={path}
            href={path}
            aria-current={isCurrent(path) ? 'page' : undefined}
            onPointerEnter={component.preload}
            onFocus={component.preload}
            // Keeps its room until the release is known: most have all screens.
            style={isThere ? undefined : { visibility: 'hidden' }}
          >
            {label}
          </Link>
        );
      })}
    </>
  );
}

function ThemeSwitch(): ReactNode {
  const [theme, setTheme] = useState(currentTheme);
  const change = (): void => {
    const next = nextTheme(theme);
    applyTheme(next);
    setTheme(next);
  };
  return (
    <Button kind="quiet small" onClick={change}>
      Theme: {theme}
    </Button>
  );
}

function Logout(): ReactNode {
  if (!useSession()) return null;
  return (
    <Button
      kind="quiet small"
      onClick={() => {
        setSession(undefined);
        // The next user must not see what this one has read and typed.
        location.reload();
      }}
    >
      Log out
    </Button>
  );
}

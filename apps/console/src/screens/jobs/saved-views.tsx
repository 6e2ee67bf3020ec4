import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { Dialog } from '../../design/dialogs';
import { Table } from '../../design/table';
import { Button } from '../../design/button';

const KEY = 'portolan.views.jobs';

type Views = Readonly<Record<string, string>>;

function storedViews(): Views {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Views;
  } catch {
    return {};
  }
}

/** Searches with a name, kept in this browser. */
export function SavedViews(): ReactNode {
  const [search] = useSearchParams();
  const [views, setViews] = useState(storedViews);
  const [isOpen, setOpen] = useState(false);
  const keep = (next: Views): void => {
    localStorage.setItem(KEY, JSON.stringify(next));
    setViews(next);
  };
  const close = (): void => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Views</Button>
      {isOpen && (
        <Dialog title="Saved views" onClose={close}>
          {Object.keys(views).length === 0 && (
            <p className="muted">None yet: set filters, then save them with a name.</p>
          )}
          <Table label="Saved views">
            {Object.entries(views).map(([name, query]) => (
              <tr key={name}>
                <td className="break">
                  <Link href={`/jobs?${query}`} onClick={close}>
                    {name}
                  </Link>
                </td>
                <td className="number">
                  <Button
                    kind="quiet"
                    aria-label={`Forget ${name}`}
                    onClick={() =>
                      keep(Object.fromEntries(Object.entries(views).filter(([other]) => other !== name)))
                    }
                  >
                    ✕
                  </Button>
                </td>
              </tr>
            ))}
          </Table>
          <form
            className="actions"
            onSubmit={(event) => {
              event.preventDefault();
              const name = new FormData(event.currentTarget).get('name');
              if (typeof name === 'string' && name.trim() !== '')
                keep({ ...views, [name.trim()]: search.toString() });
              event.currentTarget.reset();
            }}
          >
            <input
              className="grow"
              name="name"
              aria-label="Name of the view"
              placeholder="Save these filters as …"
              required
            />
            <button className="button primary" type="submit">
              Save
            </button>
            <Button onClick={close}>Close</Button>
          </form>
        </Dialog>
      )}
    </>
  );
}

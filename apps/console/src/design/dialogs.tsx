import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { messageOf } from '../api/errors';
import { report } from './toasts';
import { Button } from './button';

/** A modal dialog; Escape and a click beside it close it. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the element is removed: closing it returns the focus to the button that opened it.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // A modal dialog of a screen that is hidden would block the page.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      className="dialog"
      ref={dialog}
      aria-label={title}
      onClose={() => {
        // Not of one whose screen is hidden, which has no reference, or that was opened again meanwhile.
        if (dialog.current?.open === false) onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}

interface Action {
  /** The words of its button: `Kill`. */
  label: string;
  /** The object of the action, where a screen has several buttons with this label. The accessible name is then `Replace worker 5`. */
  about?: string;
  isDangerous?: boolean;
  /** The main action of its screen. */
  isPrimary?: boolean;
  isDisabled?: boolean;
  /** Called when the question is opened and when it is closed. */
  onAsk?: (isAsking: boolean) => void;
  /** The question cannot be answered yet, for example because the number that it states is not known. */
  isHeld?: boolean;
  /** Does it. @returns the report of what it did */
  run: () => Promise<string>;
  /** Shows the report. A button in a dialog has to: the lower edge is behind it. @default at the lower edge of the page */
  onDone?: (done: string) => void;
}

/** Every action says what it does, before it does it. */
type Explained =
  /** Its effect, in the question that comes first. */
  | { question: ReactNode; effect?: undefined }
  /** Its effect, as the title of the button: it starts at once, because it can be undone. */
  | { effect: string; question?: undefined };

/** A button that asks before it acts when the action cannot be undone, and reports what it did. */
export function ActionButton({
  label,
  about,
  question,
  effect,
  isDangerous = false,
  isPrimary = false,
  isDisabled = false,
  onAsk,
  isHeld = false,
  run,
  onDone = report,
}: Action & Explained): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const name = about === undefined ? label : `${label} ${about}`;
  const setQuestion = (isOpen: boolean): void => {
    onAsk?.(isOpen);
    setAsking(isOpen);
  };
  const act = (): void => {
    setQuestion(false);
    setBusy(true);
    run()
      .then((done) => onDone(done))
      .catch((error: unknown) => report(`${name} failed: ${messageOf(error)}`, { isFailure: true }))
      .finally(() => setBusy(false));
  };
  const begin = question === undefined ? act : () => setQuestion(true);
  const kind = isDangerous ? 'button danger' : 'button';
  return (
    <>
      <button
        className={isPrimary ? `${kind} primary` : kind}
        type="button"
        aria-label={about && name}
        title={effect}
        disabled={isDisabled}
        // A disabled button would lose the focus that the dialog returns to it.
        aria-disabled={isBusy || undefined}
        onClick={isBusy ? undefined : begin}
      >
        {label}
      </button>
      {isAsking && (
        <Dialog title={`${name}?`} onClose={() => setQuestion(false)}>
          {question}
          <div className="actions">
            <Button autoFocus onClick={() => setQuestion(false)}>
              Cancel
            </Button>
            <button className={`${kind} primary`} type="button" disabled={isHeld} onClick={act}>
              {label}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

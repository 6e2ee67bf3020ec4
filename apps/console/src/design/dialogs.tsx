import { useEffect, useRef, useState, type ReactNode } from 'react';
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
  useEffect(() => {
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
        // The event of a dialog that was opened again meanwhile.
        if (dialog.current?.open !== true) onClose();
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

export interface Action {
  /** The words of its button: `Kill`. */
  label: string;
  /** The object of the action, where a screen has several buttons with this label. The accessible name is then `Replace worker 5`. */
  about?: string;
  /** The effect of the action, shown in the confirmation dialog. Without it the action starts at once. */
  question?: ReactNode;
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

/** A button that asks before it acts when the action cannot be undone, and reports what it did. */
export function ActionButton({
  label,
  about,
  question,
  isDangerous = false,
  isPrimary = false,
  isDisabled = false,
  onAsk,
  isHeld = false,
  run,
  onDone = report,
}: Action): ReactNode {
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
  const kind = isDangerous ? 'button danger' : 'button';
  return (
    <>
      <button
        className={isPrimary ? `${kind} primary` : kind}
        type="button"
        aria-label={about && name}
        disabled={isDisabled || isBusy}
        onClick={question === undefined ? act : () => setQuestion(true)}
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

import { type FormEvent, type ReactNode, useState } from 'react';
import type { Action } from '../api/use-action.ts';
import { useTexts } from '../text/language.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { TextField } from './field.tsx';
import { uiTexts } from './texts.ts';

type Props<I> = {
  /** The step and its object, such as "Revoke the key Reports". */
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** The verb on the button. */
  verb: string;
  /** A name that the person must type, because the step cannot be undone. */
  name?: string;
  isBlocked?: boolean;
  action: Action<I>;
  input: I;
  onClose: () => void;
};

/** Asks for confirmation before something is destroyed. */
export function Confirm<I>(props: Props<I>) {
  const { title, children, verb, name, isBlocked = false, action, input, onClose } = props;
  const t = useTexts(uiTexts);
  const [typed, setTyped] = useState('');
  const isReady = !isBlocked && (name === undefined || typed.trim() === name);
  const run = async () => {
    if (isReady && (await action.run(input))) onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void run();
  };
  const buttons = (
    <>
      <Button data-first="" onClick={onClose}>
        {t.cancel}
      </Button>
      <Button disabled={!isReady} isBusy={action.isBusy} look="danger" onClick={() => void run()}>
        {verb}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} onClose={onClose} size="sm" title={title}>
      <div className="grid gap-2 text-soft">{children}</div>
      {name === undefined || isBlocked ? null : (
        // A form gets the focus, and Enter submits it.
        <form onSubmit={onSubmit}>
          <TextField
            autoComplete="off"
            label={t.typeName(name)}
            onChange={({ target }) => setTyped(target.value)}
            value={typed}
          />
        </form>
      )}
      <FailureNotice error={action.error} />
    </Dialog>
  );
}

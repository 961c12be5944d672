import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { mayClose, useHasUnsaved } from '../ui/unsaved.ts';
import { shellTexts } from './texts.ts';

/** Asks before unsaved changes are lost. */
export function LeaveQuestion({ onAnswer }: { onAnswer: (leaves: boolean) => void }) {
  const t = useTexts(shellTexts);
  const buttons = (
    <>
      <Button onClick={() => onAnswer(true)}>{t.discard}</Button>
      <Button data-first="" look="primary" onClick={() => onAnswer(false)}>
        {t.goOn}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} onClose={() => onAnswer(false)} size="sm" title={t.leave}>
      <p className="text-soft">{t.leaveMore}</p>
    </Dialog>
  );
}

type Place = { pathname: string; search: unknown };
type Step = { action: string; current: Place; next: Place };

const searchOf = ({ search }: Place) => JSON.stringify(search);

/**
 * True if the person stays. Dialogs and tabs ask by themselves before they close, so a step inside the page asks here
 * only if it came from the browser's own buttons.
 */
async function stays({ action, current, next }: Step): Promise<boolean> {
  const isInside = current.pathname === next.pathname;
  const isByBrowser = action !== 'PUSH' && action !== 'REPLACE';
  if (isInside && (!isByBrowser || searchOf(current) === searchOf(next))) return false;
  return !(await mayClose());
}

/** Watches all ways to leave the page: links, the browser's buttons, and closing the tab. */
export function useLeaveGuard(): void {
  const disabled = !useHasUnsaved();
  useBlocker({ shouldBlockFn: stays, enableBeforeUnload: true, disabled });
}

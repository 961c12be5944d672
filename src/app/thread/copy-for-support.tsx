import type { Thread } from '../../features/thread/thread.schema.ts';
import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { useCopy } from '../ui/copy.ts';
import { useActions } from '../ui/open-actions.ts';
import { uiTexts } from '../ui/texts.ts';
import { supportText } from './support-text.ts';
import { threadTexts } from './texts.ts';

type Props = {
  found: Thread;
  /** The id of what the page is about. */
  of: string;
};

/** Copies a thread without anything that a person or a receiver has written. */
export function CopyForSupport({ found, of }: Props) {
  const t = useTexts(threadTexts);
  const ui = useTexts(uiTexts);
  const text = supportText(found);
  const { state, copy } = useCopy(text);
  useActions(of, [{ label: t.strip.copy, icon: 'copy', copies: text }]);
  return (
    <>
      <Button
        icon={state === 'copied' ? 'check' : 'copy'}
        onClick={copy}
        size="sm"
        title={t.strip.copyMore}
      >
        {t.strip.copy}
      </Button>
      <span aria-live="polite" className="hidden-text">
        {state === 'copied' ? ui.copied : state === 'failed' ? ui.copyFailed : ''}
      </span>
    </>
  );
}

import { useTexts } from '../text/language.ts';
import { classes } from './classes.ts';
import { useCopy } from './copy.ts';
import { Icon } from './icon.tsx';
import { JsonCode } from './json-code.tsx';
import { uiTexts } from './texts.ts';

type Props = {
  text: string;
  /** Shown in place of `text` if it contains a secret. */
  shown?: string;
  onCopy?: () => void;
};

/** A line of code with a button that copies it. */
export function CopyLine({ text, shown = text, onCopy }: Props) {
  const t = useTexts(uiTexts);
  const { state, copy } = useCopy(text);
  // In a command of several lines, a break at another place would read as a line of its own. So it scrolls, and a
  // shadow says that it goes on.
  const isCommand = shown.includes(' \\\n');
  return (
    <div
      className={classes(
        'rounded-lg border border-line bg-sunk p-1 pl-3',
        // The first lines end before the button, and the others go on below it.
        isCommand ? 'flex flex-col items-end' : 'flow-root',
      )}
    >
      <button
        className="float-right ml-2 inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md px-2 text-sm text-soft hover:bg-hover hover:text-ink"
        onClick={() => {
          copy();
          onCopy?.();
        }}
        type="button"
      >
        <Icon
          className={state === 'copied' ? 'text-good' : ''}
          name={state === 'copied' ? 'check' : 'copy'}
        />
        <span className="max-sm:hidden-text">{t.copy}</span>
        <span aria-live="polite" className="hidden-text">
          {state === 'copied' ? t.copied : state === 'failed' ? t.copyFailed : ''}
        </span>
      </button>
      <pre
        className={classes(
          'min-w-0 font-mono text-xs',
          isCommand
            ? 'goes-on w-full overflow-x-auto pb-1.5'
            : 'py-1.5 wrap-anywhere whitespace-pre-wrap',
        )}
        // The keyboard must reach what can be scrolled.
        tabIndex={isCommand ? 0 : undefined}
      >
        <JsonCode text={shown} />
      </pre>
    </div>
  );
}

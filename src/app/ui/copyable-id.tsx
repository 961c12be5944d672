import { useTexts } from '../text/language.ts';
import { classes } from './classes.ts';
import { useCopy } from './copy.ts';
import { Icon } from './icon.tsx';
import { uiTexts } from './texts.ts';

type Props = {
  id: string;
  /** Shown in place of the whole id. */
  short?: string;
};

/** An id, or another short value, that a click copies. The button keeps its width and focus while it says "copied". */
export function CopyableId({ id, short }: Props) {
  const t = useTexts(uiTexts);
  const { state, copy } = useCopy(id);
  return (
    <button
      aria-label={`${t.copy}: ${id}`}
      className="group -mx-1 inline-flex max-w-[calc(100%+0.5rem)] items-center gap-1 rounded-sm px-1 py-0.5 align-bottom font-mono text-xs text-soft hover:bg-hover hover:text-ink"
      onClick={(event) => {
        event.stopPropagation();
        copy();
      }}
      title={id}
      type="button"
    >
      <span className="truncate">{short ?? id}</span>
      <Icon
        className={classes(
          state === 'copied' && 'text-good',
          state === 'failed' && 'text-bad',
          state === 'idle' && 'opacity-60 group-hover:opacity-100',
        )}
        name={state === 'copied' ? 'check' : state === 'failed' ? 'alert' : 'copy'}
        size={14}
      />
      <span aria-live="polite" className="hidden-text">
        {state === 'copied' ? t.copied : state === 'failed' ? t.copyFailed : ''}
      </span>
    </button>
  );
}

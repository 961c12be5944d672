import { useEffect, useRef } from 'react';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { Keys } from '../ui/keys.tsx';
import type { Command } from './commands.ts';

type Props = {
  command: Command;
  id: string;
  isChosen: boolean;
  onPoint: () => void;
  onRun: () => void;
  /** A heading above shows the group. */
  hidesGroup: boolean;
  /** Shows what else can be done with it. Undefined if there is nothing. */
  onVerbs: (() => void) | undefined;
};

/** A command in the palette: its name, the text that distinguishes it from others, and its kind. */
export function PaletteOption(props: Props) {
  const { command, id, isChosen, onPoint, onRun, hidesGroup, onVerbs } = props;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const { icon, label, detail, group, keys } = command;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field above handles the keys.
    <div
      aria-selected={isChosen}
      className={classes(
        'flex min-h-9 items-center max-sm:min-h-11 gap-2.5 rounded-md px-2.5 py-1 text-sm',
        isChosen && 'bg-accent-wash shadow-[inset_3px_0_0_var(--accent)]',
      )}
      id={id}
      onClick={onRun}
      onPointerMove={onPoint}
      ref={ref}
      role="option"
      tabIndex={-1}
    >
      <Icon className="shrink-0 text-soft" name={icon} />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <span className="max-w-full truncate">{label}</span>
        {detail ? <span className="max-w-full truncate text-xs text-soft">{detail}</span> : null}
      </span>
      {keys ? (
        <span className="hidden sm:inline">
          <Keys keys={keys.split(' ')} />
        </span>
      ) : null}
      <span className={hidesGroup ? 'hidden-text' : 'shrink-0 text-xs text-soft'}>{group}</span>
      {onVerbs ? (
        // For pointers alone, because an option must not contain a button. The arrow key and the button below do the same.
        <span
          aria-hidden="true"
          className="-mr-1.5 -my-1 grid size-9 shrink-0 place-items-center rounded-md text-soft hover:text-ink"
          data-verbs=""
          onClick={(event) => {
            event.stopPropagation();
            onVerbs();
          }}
        >
          <Icon name="right" />
        </span>
      ) : null}
    </div>
  );
}

import { Fragment, useEffect, useRef } from 'react';
import { useLanguage, useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { Keys } from '../ui/keys.tsx';
import type { Command } from './commands.ts';
import type { Found } from './finder.tsx';
import { paletteTexts } from './palette-texts.ts';
import { shellTexts } from './texts.ts';
import type { usePalette } from './use-palette.ts';

type Props = { id: string; palette: ReturnType<typeof usePalette> };

/** What the palette has found, and the way to the actions of a result. */
export function PaletteResults({ id, palette }: Props) {
  const { commands, isSearching, hasFailed, chosen, text } = palette;
  const { opened, openVerbs, closeVerbs } = palette;
  return (
    <>
      <Results id={id} palette={palette} />
      <PaletteFoot
        chosen={commands[chosen]}
        onBack={closeVerbs}
        onVerbs={openVerbs}
        opened={opened}
      />
      <div aria-live="polite" className="px-4 text-sm text-soft">
        {commands.length === 0 && text !== '' ? (
          <Nothing hasFailed={hasFailed} isSearching={isSearching} />
        ) : null}
      </div>
    </>
  );
}

/** What was found, or the actions of a result. Before anything is typed, each group has a heading. */
function Results({ id, palette }: Props) {
  const t = useTexts(shellTexts);
  const { headings } = paletteTexts[useLanguage()];
  const { commands, chosen, choose, run, opened, openVerbs, text } = palette;
  const hasHeadings = text === '' && !opened;
  return (
    <div
      aria-label={opened ? t.paletteVerbsOf(opened.label) : t.palette}
      className="max-h-[min(26rem,60vh)] max-sm:max-h-[46dvh] overflow-y-auto p-1.5 empty:hidden"
      id={id}
      role="listbox"
      tabIndex={-1}
    >
      {commands.map((command, index) => (
        <Fragment key={command.id}>
          {hasHeadings && command.group !== commands[index - 1]?.group ? (
            // Each option says its group too, because a list box has no headings.
            <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-xs font-medium text-soft">
              {headings[command.group] ?? command.group}
            </p>
          ) : null}
          <PaletteOption
            command={command}
            hidesGroup={hasHeadings}
            id={`${id}-${index}`}
            isChosen={index === chosen}
            onPoint={() => choose(index)}
            onRun={() => run(command)}
            onVerbs={command.verbs && (() => openVerbs(command))}
          />
        </Fragment>
      ))}
    </div>
  );
}

type NothingProps = Pick<Found, 'isSearching' | 'hasFailed'>;

function Nothing({ isSearching, hasFailed }: NothingProps) {
  const t = useTexts(shellTexts);
  if (isSearching) return <p className="py-4">{t.paletteSearching}</p>;
  if (hasFailed) return <p className="py-4 text-pretty text-bad">{t.paletteFailed}</p>;
  return (
    <div className="grid gap-0.5 py-4">
      <p className="text-ink">{t.paletteNothing}</p>
      <p className="text-pretty">{t.paletteNothingMore}</p>
    </div>
  );
}

type PaletteFootProps = {
  chosen: Command | undefined;
  opened: Command | undefined;
  onVerbs: (command: Command) => void;
  onBack: () => void;
};

/** Leads to the actions of the chosen result and back, also for those who have no arrow keys. */
function PaletteFoot({ chosen, opened, onVerbs, onBack }: PaletteFootProps) {
  const t = useTexts(shellTexts);
  if (!opened && !chosen?.verbs) return null;
  return (
    <div className="flex items-center gap-2 border-t border-line px-2 py-1 text-sm">
      {opened ? (
        <Button icon="left" look="quiet" onClick={onBack}>
          {t.paletteBack}
        </Button>
      ) : null}
      <p aria-live="polite" className="min-w-0 flex-1 truncate text-soft">
        {opened ? t.paletteVerbsOf(opened.label) : null}
      </p>
      {!opened && chosen?.verbs ? (
        <Button icon="right" look="quiet" onClick={() => onVerbs(chosen)}>
          {t.paletteVerbs}
        </Button>
      ) : null}
    </div>
  );
}

type PaletteOptionProps = {
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
function PaletteOption(props: PaletteOptionProps) {
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

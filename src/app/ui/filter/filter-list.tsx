import { useEffect, useRef } from 'react';
import { countText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { classes } from '../classes.ts';
import { uiTexts } from '../texts.ts';
import { type Choice, type Typed, wordOf } from './filter-fields.ts';
import { filterTexts } from './texts.ts';

type Props = {
  id: string;
  choices: readonly Choice[];
  /** The entry that Enter chooses. Negative: none. */
  at: number;
  typed: Typed;
  onChoose: (choice: Choice) => void;
  onPoint: (index: number) => void;
};

/** What the bar offers: its filters, or the values of one. The focus stays in the field. */
export function FilterList({ id, choices, at, typed, onChoose, onPoint }: Props) {
  const t = useTexts(filterTexts);
  const ui = useTexts(uiTexts);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <div className="rise absolute top-full left-0 z-40 mt-1 w-full overflow-hidden rounded-lg border border-line bg-card text-sm shadow-lg sm:w-96">
      <div
        aria-label={t.offered}
        className="max-h-72 overflow-y-auto p-1 empty:hidden"
        id={id}
        onMouseDown={(event) => event.preventDefault()}
        ref={list}
        role="listbox"
        tabIndex={-1}
      >
        {choices.map((choice, index) => (
          <Entry
            choice={choice}
            id={`${id}-${index}`}
            isChosen={index === at}
            key={`${choice.field.name} ${choice.value ?? ''}`}
            onChoose={() => onChoose(choice)}
            onPoint={() => onPoint(index)}
            showsField={!typed.field}
          />
        ))}
      </div>
      <div aria-live="polite" className="text-soft">
        {choices.length === 0 ? (
          <p className="px-3 py-2.5">{typed.field?.hint ?? t.nothing}</p>
        ) : null}
        {typed.field?.hasMore ? (
          <p className="border-t border-line px-3 py-2 text-xs">{ui.typeForMore}</p>
        ) : null}
      </div>
    </div>
  );
}

type EntryProps = {
  id: string;
  choice: Choice;
  isChosen: boolean;
  showsField: boolean;
  onChoose: () => void;
  onPoint: () => void;
};

function Entry({ id, choice, isChosen, showsField, onChoose, onPoint }: EntryProps) {
  const language = useLanguage();
  const { field, value, label, count } = choice;
  const hint = value === undefined ? `${wordOf(field)}:` : undefined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and its keys choose an entry.
    <div
      aria-selected={isChosen}
      className={classes(
        'flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1 select-none',
        isChosen && 'bg-hover',
      )}
      id={id}
      onClick={onChoose}
      onPointerMove={isChosen ? undefined : onPoint}
      role="option"
      tabIndex={-1}
    >
      {value !== undefined && showsField ? (
        <span className="shrink-0 text-soft">{field.label}:</span>
      ) : null}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {hint ? <span className="font-mono text-xs text-soft">{hint}</span> : null}
      {count === undefined ? null : (
        <span className="tabular text-soft">{countText(count, language)}</span>
      )}
    </div>
  );
}

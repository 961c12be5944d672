import { Fragment } from 'react';
import { useLanguage, useTexts } from '../text/language.ts';
import type { Found } from './finder.tsx';
import { PaletteFoot } from './palette-foot.tsx';
import { PaletteOption } from './palette-option.tsx';
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

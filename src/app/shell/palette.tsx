import { useNavigate } from '@tanstack/react-router';
import { useCallback, useId } from 'react';
import type { Session } from '../session/session.ts';
import { useTexts } from '../text/language.ts';
import { Icon } from '../ui/icon.tsx';
import { late } from '../ui/late.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useModal } from '../ui/use-modal.ts';
import type { Found } from './finder.tsx';
import type { Place } from './id-places.ts';
import { PaletteFoot } from './palette-foot.tsx';
import { PaletteOption } from './palette-option.tsx';
import { shellTexts } from './texts.ts';
import { usePalette } from './use-palette.ts';

/** The field shows at once. The code that finds something is loaded late. */
const Finder = late(() => import('./finder.tsx').then((part) => part.Finder));

type Props = { session: Session; onClose: () => void; onShortcuts: () => void };

/** Finds pages, commands, settings, people and everything with a name or an id (Ctrl K). */
export function Palette({ session, onClose, onShortcuts }: Props) {
  const t = useTexts(shellTexts);
  const { modal } = useModal(onClose);
  const listId = useId();
  const palette = usePalette(onClose);
  const { commands, isSearching, hasFailed, chosen, search, text, onFound } = palette;
  const { opened, openVerbs, closeVerbs } = palette;
  const open = useOpenPlace();
  return (
    <dialog
      {...modal}
      aria-label={t.palette}
      className="rise mx-auto mt-[12vh] w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-xl bg-card p-0 text-ink shadow-lg"
    >
      <Finder
        onFound={onFound}
        onShortcuts={onShortcuts}
        open={open}
        session={session}
        text={text}
      />
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Icon className="text-soft" name="search" />
        <input
          {...search}
          aria-activedescendant={commands.length > 0 ? `${listId}-${chosen}` : undefined}
          aria-controls={listId}
          aria-expanded
          aria-label={t.palette}
          autoComplete="off"
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
          placeholder={t.palettePlaceholder}
          role="combobox"
          spellCheck={false}
        />
        {isSearching && text !== '' ? <Spinner /> : null}
      </div>
      <Results id={listId} palette={palette} />
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
    </dialog>
  );
}

type ResultsProps = { id: string; palette: ReturnType<typeof usePalette> };

/** What was found, or the actions of a result. */
function Results({ id, palette }: ResultsProps) {
  const t = useTexts(shellTexts);
  const { commands, chosen, choose, run, opened, openVerbs } = palette;
  return (
    <div
      aria-label={opened ? t.paletteVerbsOf(opened.label) : t.palette}
      className="max-h-[min(24rem,60vh)] overflow-y-auto p-1.5 empty:hidden"
      id={id}
      role="listbox"
      tabIndex={-1}
    >
      {commands.map((command, index) => (
        <PaletteOption
          command={command}
          id={`${id}-${index}`}
          isChosen={index === chosen}
          key={command.id}
          onPoint={() => choose(index)}
          onRun={() => run(command)}
          onVerbs={command.verbs && (() => openVerbs(command))}
        />
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

function useOpenPlace(): (place: Place) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ path, search = '', hash }) =>
      void navigate({
        to: path,
        search: Object.fromEntries(new URLSearchParams(search)) as never,
        ...(hash && { hash }),
      }),
    [navigate],
  );
}

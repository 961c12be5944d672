import { useId, useState } from 'react';
import type { Session } from '../session/session.ts';
import { useTexts } from '../text/language.ts';
import { Icon } from '../ui/icon.tsx';
import { late } from '../ui/late.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useModal } from '../ui/use-modal.ts';
import { shellTexts } from './texts.ts';
import { usePalette } from './use-palette.ts';

/** The field shows at once. The code that finds something is loaded late. */
const Finder = late(() => import('./finder.tsx').then((part) => part.Finder));
const PaletteResults = late(() =>
  import('./palette-results.tsx').then((part) => part.PaletteResults),
);

type Props = { session: Session; onClose: () => void; onShortcuts: () => void };

/** Finds pages, commands, settings, people and everything with a name or an id (Ctrl K). */
export function Palette({ session, onClose, onShortcuts }: Props) {
  const t = useTexts(shellTexts);
  const [row] = useState(focusedRow);
  const { modal } = useModal(onClose);
  const listId = useId();
  const palette = usePalette(onClose);
  const { commands, isSearching, chosen, search, text, onFound } = palette;
  return (
    <dialog
      {...modal}
      aria-label={t.palette}
      className="rise mx-auto mt-[12vh] max-sm:mt-3 w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-xl bg-card p-0 text-ink shadow-lg"
    >
      <Finder onFound={onFound} onShortcuts={onShortcuts} row={row} session={session} text={text} />
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
      <PaletteResults id={listId} palette={palette} />
    </dialog>
  );
}

const focusedRow = () =>
  document.activeElement instanceof HTMLElement ? document.activeElement.dataset.row : undefined;

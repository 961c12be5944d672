import { useNavigate } from '@tanstack/react-router';
import { type ChangeEvent, type KeyboardEvent, useCallback, useId, useState } from 'react';
import type { Session } from '../session/session.ts';
import { useTexts } from '../text/language.ts';
import { Icon } from '../ui/icon.tsx';
import { late } from '../ui/late.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useModal } from '../ui/use-modal.ts';
import type { Command } from './commands.ts';
import type { Found } from './finder.tsx';
import type { Place } from './id-places.ts';
import { PaletteOption } from './palette-option.tsx';
import { shellTexts } from './texts.ts';

/** The field shows at once. The code that finds something is loaded late. */
const Finder = late(() => import('./finder.tsx').then((part) => part.Finder));

type Props = { session: Session; onClose: () => void; onShortcuts: () => void };

/** Finds pages, commands, settings, people and everything with a name or an id (Ctrl K). */
export function Palette({ session, onClose, onShortcuts }: Props) {
  const t = useTexts(shellTexts);
  const { modal } = useModal(onClose);
  const listId = useId();
  const palette = usePalette(onClose);
  const { commands, isSearching, hasFailed, chosen, choose, run, search, text, onFound } = palette;
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
      <div
        aria-label={t.palette}
        className="max-h-[min(24rem,60vh)] overflow-y-auto p-1.5 empty:hidden"
        id={listId}
        role="listbox"
        tabIndex={-1}
      >
        {commands.map((command, index) => (
          <PaletteOption
            command={command}
            id={`${listId}-${index}`}
            isChosen={index === chosen}
            key={command.id}
            onPoint={() => choose(index)}
            onRun={() => run(command)}
          />
        ))}
      </div>
      <div aria-live="polite" className="px-4 text-sm text-soft">
        {commands.length === 0 && text !== '' ? (
          <Nothing hasFailed={hasFailed} isSearching={isSearching} />
        ) : null}
      </div>
    </dialog>
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

const nothing: Found = { text: '', commands: [], isSearching: true, hasFailed: false };

/** What was found, and the command that Enter runs. That command stays chosen while more is found. */
function usePalette(onClose: () => void) {
  const [text, setText] = useState('');
  const [found, onFound] = useState(nothing);
  const [chosenId, chooseId] = useState<string>();
  const commands = found.commands;
  const chosen = Math.max(
    0,
    commands.findIndex(({ id }) => id === chosenId),
  );
  const choose = (index: number) => chooseId(commands[index]?.id);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      choose((chosen + step + commands.length) % Math.max(1, commands.length));
    }
    if (event.key !== 'Enter') return;
    // Otherwise the same key would press the first button of the dialog that opens now.
    event.preventDefault();
    run(commands[chosen]);
  };
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setText(target.value);
    chooseId(undefined);
  };
  const search = { value: text, onChange, onKeyDown };
  const isSearching = found.isSearching || found.text !== text;
  const { hasFailed } = found;
  return { text, commands, isSearching, hasFailed, chosen, choose, run, search, onFound };
}

import { useNavigate } from '@tanstack/react-router';
import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Session } from '../session/session.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { useModal } from '../ui/use-modal.ts';
import { type Command, commandsOf, matching } from './commands.ts';
import { shellTexts } from './texts.ts';

type Props = { session: Session; onClose: () => void; onShortcuts: () => void };

/** Every page and command by its name: Ctrl K. */
export function Palette(props: Props) {
  const { onClose } = props;
  const t = useTexts(shellTexts);
  const { modal } = useModal(onClose);
  const listId = useId();
  const { found, chosen, choose, run, search } = usePalette(props);
  return (
    <dialog
      {...modal}
      aria-label={t.palette}
      className="rise mx-auto mt-[12vh] w-[calc(100%-2rem)] max-w-lg overflow-hidden rounded-xl bg-card p-0 text-ink shadow-lg"
    >
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Icon className="text-soft" name="search" />
        <input
          {...search}
          aria-activedescendant={found.length > 0 ? `${listId}-${chosen}` : undefined}
          aria-controls={listId}
          aria-expanded
          aria-label={t.palette}
          className="h-12 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
          placeholder={t.palettePlaceholder}
          role="combobox"
        />
      </div>
      <div
        aria-label={t.palette}
        className="max-h-80 overflow-y-auto p-1.5"
        id={listId}
        role="listbox"
        tabIndex={-1}
      >
        {found.map((command, at) => (
          <Option
            command={command}
            id={`${listId}-${at}`}
            isChosen={at === chosen}
            key={command.id}
            onPoint={() => choose(at)}
            onRun={() => run(command)}
          />
        ))}
      </div>
      {found.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-soft">{t.paletteNothing}</p>
      ) : null}
    </dialog>
  );
}

/** The commands that match the text, and the one that Enter runs. */
function usePalette({ session, onClose, onShortcuts }: Props) {
  const t = useTexts(shellTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [chosen, choose] = useState(0);
  const open = (path: string, search = '') =>
    void navigate({ to: path, search: Object.fromEntries(new URLSearchParams(search)) as never });
  const found = matching(commandsOf({ session, language, t, open, onShortcuts }), text);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      choose((chosen + step + found.length) % Math.max(1, found.length));
    }
    if (event.key !== 'Enter') return;
    // Otherwise the same key presses the first button of a dialog that opens now.
    event.preventDefault();
    run(found[chosen]);
  };
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setText(target.value);
    choose(0);
  };
  return { found, chosen, choose, run, search: { value: text, onChange, onKeyDown } };
}

type OptionProps = {
  command: Command;
  id: string;
  isChosen: boolean;
  onPoint: () => void;
  onRun: () => void;
};

function Option({ command, id, isChosen, onPoint, onRun }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above.
    <div
      aria-selected={isChosen}
      className={classes(
        'flex h-9 items-center gap-2.5 rounded-md px-2.5 text-sm',
        isChosen && 'bg-hover',
      )}
      id={id}
      onClick={onRun}
      onPointerMove={onPoint}
      ref={ref}
      role="option"
      tabIndex={-1}
    >
      <Icon className="text-soft" name={command.icon} />
      <span className="flex-1">{command.label}</span>
      <span className="text-xs text-soft">{command.group}</span>
    </div>
  );
}

import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { Command } from './commands.ts';
import type { Found } from './finder.tsx';

const nothing: Found = { text: '', commands: [], isSearching: true, hasFailed: false };

/** What was found, and the command that Enter runs. That command stays chosen while more is found. */
export function usePalette(onClose: () => void) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [found, onFound] = useState(nothing);
  const [chosenId, chooseId] = useState<string>();
  const [openedId, setOpened] = useState<string>();
  const [verbText, setVerbText] = useState('');
  // If more is found meanwhile, and the result is gone, its actions are gone too.
  const opened = found.commands.find(({ id, verbs }) => id === openedId && verbs);
  const isNamed = ({ label }: Command) => label.toLowerCase().includes(verbText.toLowerCase());
  const commands = opened?.verbs?.().filter(isNamed) ?? found.commands;
  const chosen = Math.max(
    0,
    commands.findIndex(({ id }) => id === chosenId),
  );
  const choose = (index: number) => chooseId(commands[index]?.id);
  const show = (actionsOf: string | undefined, next: string | undefined) => {
    setOpened(actionsOf);
    setVerbText('');
    chooseId(next);
    field.current?.focus();
  };
  const openVerbs = ({ id }: Command) => show(id, undefined);
  const closeVerbs = () => show(undefined, openedId);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const marked = commands[chosen];
    const does = keyOf(event.key, { field: field.current, marked, opened });
    if (!does) return;
    // The caret must not move. And Enter would press the first button of the dialog that opens now.
    event.preventDefault();
    if (does === 'run') run(marked);
    else if (does === 'back') closeVerbs();
    else if (does === 'verbs') show(marked?.id, undefined);
    else choose((chosen + does + commands.length) % Math.max(1, commands.length));
  };
  const onChange = ({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
    if (opened) {
      setVerbText(value);
      return chooseId(undefined);
    }
    setText(value);
    show(undefined, undefined);
  };
  // A text that is typed beside the actions of a result is the name of one of them.
  const search = { value: opened ? verbText : text, onChange, onKeyDown, ref: field };
  const isSearching = found.isSearching || found.text !== text;
  const { hasFailed } = found;
  const verbs = { opened, openVerbs, closeVerbs };
  return { text, commands, isSearching, hasFailed, chosen, choose, run, search, onFound, ...verbs };
}

type State = {
  field: HTMLInputElement | null;
  marked: Command | undefined;
  opened: Command | undefined;
};

/** What a key does in the palette: a step in the list, or something with the chosen result. */
function keyOf(key: string, { field, marked, opened }: State) {
  switch (key) {
    case 'ArrowDown':
      return 1;
    case 'ArrowUp':
      return -1;
    case 'Enter':
      return 'run';
    case 'ArrowLeft':
    case 'Backspace':
      return opened && field?.value === '' ? 'back' : undefined;
    case 'ArrowRight': {
      // The arrow moves the caret as long as there is text behind it.
      const isAtEnd = field?.selectionStart === field?.value.length;
      return marked?.verbs && isAtEnd ? 'verbs' : undefined;
    }
    default:
      return undefined;
  }
}

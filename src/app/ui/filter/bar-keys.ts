import type { ClipboardEvent, KeyboardEvent } from 'react';
import { wordOf } from './filter-fields.ts';
import { writeChips } from './filter-text.ts';
import type { FilterBarState } from './use-filter-bar.ts';

/** What the field does with keys, and with a text that is pasted into it or copied from it. */
export function inputHandlers(bar: FilterBarState) {
  const { chosen, text } = bar;
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (!event.nativeEvent.isComposing && hasHandled(bar, event)) event.preventDefault();
    },
    onPaste: (event: ClipboardEvent) => {
      const pasted = event.clipboardData.getData('text');
      if (bar.convert(`${text} ${pasted}`.trim())) event.preventDefault();
    },
    onCopy: (event: ClipboardEvent) => {
      if (text !== '' || chosen.length === 0) return;
      const chips = chosen.map(({ field, value }) => ({ word: wordOf(field), value }));
      event.clipboardData.setData('text/plain', writeChips(chips));
      event.preventDefault();
    },
  };
}

/** Whether the key has done its work. */
function hasHandled(bar: FilterBarState, event: KeyboardEvent): boolean {
  const { chosen, text, typed, isOpen, choices, at } = bar;
  switch (event.key) {
    case 'ArrowDown':
      return step(bar, 1);
    case 'ArrowUp':
      return step(bar, -1);
    case 'Enter': {
      const choice = choices[at];
      if (choice) bar.choose(choice);
      return choice !== undefined || bar.convert(text);
    }
    case ' ': {
      const { field, query } = typed;
      return Boolean(field?.options.some(([value]) => value === query)) && bar.convert(text);
    }
    case 'Backspace': {
      const last = chosen.at(-1);
      if (text === '' && last) bar.remove(last.field);
      return text === '';
    }
    case 'Escape':
      if (!isOpen && text === '') return false;
      // The same key would also close the pane beside the list.
      event.stopPropagation();
      if (isOpen) bar.close();
      else bar.type('');
      return true;
    default:
      return false;
  }
}

function step(bar: FilterBarState, by: number): boolean {
  const { isOpen, at } = bar;
  const { length } = bar.choices;
  if (!isOpen || length === 0) bar.open();
  else bar.point(at < 0 && by < 0 ? length - 1 : (at + by + length) % length);
  return true;
}

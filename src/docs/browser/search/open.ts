import { isTyping } from '../../../app/ui/is-typing.ts';
import { shownLanguage } from '../shown-language.ts';
import type { SearchDialog } from './dialog.ts';
import type { Entry } from './find.ts';
import { searchTexts } from './texts.ts';

let dialog: Promise<SearchDialog> | undefined;

/** Loads the search when the reader first opens it: by its button, `/`, or Ctrl K. */
export function loadSearchWhenWanted(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-search]');
  if (!button) return;
  const open = () => {
    dialog ??= loaded(button.dataset.search ?? '');
    dialog.then(
      (search) => search.open(),
      () => {
        dialog = undefined;
        button.textContent = searchTexts[shownLanguage()].failed;
      },
    );
  };
  button.addEventListener('click', open);
  addEventListener('keydown', (event) => {
    const isLetter = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
    const isChord = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!isChord && !(isLetter && !isTyping(event.target))) return;
    event.preventDefault();
    open();
  });
}

async function loaded(address: string): Promise<SearchDialog> {
  const [made, response] = await Promise.all([import('./dialog.ts'), fetch(address)]);
  if (!response.ok) throw new Error(`The index of the search: ${response.status}`);
  return new made.SearchDialog(shownLanguage(), (await response.json()) as Entry[]);
}

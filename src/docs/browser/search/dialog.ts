import type { Language } from '../../../shared/language/language.ts';
import { element } from '../element.ts';
import { type Entry, type Found, finderOf } from './find.ts';
import { excerptOf, isFoundBy } from './marks.ts';
import { searchTexts } from './texts.ts';

type Option = { entry: Entry; option: HTMLAnchorElement };

/** The dialog of the search. It is made when it is first opened, and remembers the last question. */
export class SearchDialog {
  readonly #language: Language;
  readonly #find: (query: string) => Found[];
  readonly #dialog: HTMLDialogElement;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #status: HTMLElement;
  #found: Option[] = [];
  #chosen = 0;

  constructor(language: Language, entries: readonly Entry[]) {
    const t = searchTexts[language];
    this.#language = language;
    this.#find = finderOf(entries);
    this.#input = element('input', {
      type: 'search',
      role: 'combobox',
      'aria-label': t.name,
      'aria-controls': 'search-results',
      'aria-expanded': 'false',
      'aria-autocomplete': 'list',
      autocomplete: 'off',
      spellcheck: 'false',
      placeholder: t.placeholder,
    });
    this.#list = element('div', { id: 'search-results', role: 'listbox', 'aria-label': t.results });
    this.#status = element('p', { class: 'said', role: 'status' }, keysIn(language));
    const close = element('button', { type: 'button', class: 'close' }, t.close);
    const top = element('div', { class: 'top' }, this.#input, close);
    this.#dialog = element('dialog', { class: 'search', 'aria-label': t.name });
    this.#dialog.append(top, this.#list, this.#status);
    document.body.append(this.#dialog);
    this.#input.addEventListener('input', () => this.#ask());
    this.#input.addEventListener('keydown', (event) => this.#press(event));
    close.addEventListener('click', () => this.#dialog.close());
    this.#dialog.addEventListener('click', (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
  }

  open(): void {
    if (!this.#dialog.open) {
      keepGutter();
      this.#dialog.showModal();
    }
    this.#input.focus();
    this.#input.select();
  }

  #ask(): void {
    const query = this.#input.value.trim();
    const t = searchTexts[this.#language];
    // The best hit of a page stands for it. Below it, further hits of the same page are short lines, but an answer to a
    // question is its sentence.
    const pages = Map.groupBy(query === '' ? [] : this.#find(query), ({ path }) => path);
    const options = [...pages.values()].flatMap((hits) =>
      hits.map((entry) => ({ entry, isFurther: entry !== hits[0] && !entry.queries })),
    );
    this.#found = options.map(({ entry, isFurther }, index) =>
      this.#option(entry, index, isFurther),
    );
    this.#list.replaceChildren(...this.#found.map(({ option }) => option));
    this.#input.setAttribute('aria-expanded', String(this.#found.length > 0));
    this.#status.textContent =
      query === '' || this.#found.length > 0 ? keysIn(this.#language) : t.nothing(query);
    this.#choose(0);
  }

  #option(entry: Found, index: number, isFurther: boolean): Option {
    const { path, anchor, title, text, queries, file } = entry;
    const href = file ?? `/docs/${this.#language}/${path}${anchor ? `#${anchor}` : ''}`;
    const query = this.#input.value;
    const isFound = isFoundBy(query, entry.terms);
    const shown = queries ? [text] : marked(excerptOf(text, query, isFound), isFound);
    const place = element('span', { class: 'place' }, placeOf(entry));
    const excerpt = element('span', { class: queries ? 'excerpt whole' : 'excerpt' }, ...shown);
    const option = element(
      'a',
      { href, role: 'option', id: `search-result-${index}`, tabindex: '-1' },
      element('span', { class: 'title' }, ...marked(title, isFound)),
      ...(isFurther ? [] : [place, excerpt]),
    );
    option.classList.toggle('further', isFurther);
    option.addEventListener('mousemove', () => this.#choose(index));
    option.addEventListener('click', () => this.#dialog.close());
    return { entry, option };
  }

  #choose(index: number): void {
    this.#chosen = index;
    for (const [each, { option }] of this.#found.entries()) {
      option.setAttribute('aria-selected', String(each === index));
    }
    const option = this.#found[index]?.option;
    if (option) this.#input.setAttribute('aria-activedescendant', option.id);
    else this.#input.removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  }

  #press(event: KeyboardEvent): void {
    // Browsers would first empty the field.
    if (event.key === 'Escape') {
      event.preventDefault();
      this.#dialog.close();
      return;
    }
    const count = this.#found.length;
    if (count === 0) return;
    if (event.key === 'ArrowDown') this.#choose((this.#chosen + 1) % count);
    else if (event.key === 'ArrowUp') this.#choose((this.#chosen + count - 1) % count);
    else if (event.key === 'Enter') this.#found[this.#chosen]?.option.click();
    else return;
    event.preventDefault();
  }
}

/** A text in which the words that were found are marked. */
function marked(text: string, isFound: (word: string) => boolean): (Node | string)[] {
  return text.split(/(\s+)/).map((word) => (isFound(word) ? element('mark', {}, word) : word));
}

function placeOf({ route, page, title }: Entry): string {
  return route ?? (title === page ? '' : page);
}

/** What the keys do. A telephone has no such keys. */
function keysIn(language: Language): string {
  return matchMedia('(hover: none)').matches ? '' : searchTexts[language].keys;
}

/** Tells look.css the width of the scroll bar's place, so that the page does not move when the dialog opens. */
function keepGutter(): void {
  const root = document.documentElement;
  const { width } = root.getBoundingClientRect();
  root.style.setProperty('--gutter', `${innerWidth - width}px`);
}

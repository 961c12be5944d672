import { element } from './element.ts';
import type { Entry } from './search/find.ts';
import { nearestEntries } from './search/nearest.ts';

/** No path of the documentation has more characters. The time of the comparison grows with the square of their number. */
const LONGEST = 100;

/** Lists the pages that the reader may have wanted, above the fixed links. */
export function start(place: HTMLElement): void {
  void propose(place).catch(() => undefined);
}

async function propose(place: HTMLElement): Promise<void> {
  const { index = '', language = '', title = '' } = place.dataset;
  const requested = decodeURIComponent(location.pathname).replace(
    /^\/docs\/(?:(?:de|en)(?:\/|$))?/,
    '',
  );
  const response = await fetch(index);
  if (!response.ok || requested === '') return;
  const found = nearestEntries(requested.slice(-LONGEST), (await response.json()) as Entry[]);
  if (found.length === 0) return;
  const items = found.map((entry) => {
    const { path, anchor, page, title: name } = entry;
    const href = `/docs/${language}/${path}${anchor ? `#${anchor}` : ''}`;
    const where = name === page ? '' : ` · ${page}`;
    return element('li', {}, element('a', { href }, name), where);
  });
  place.replaceChildren(element('h2', { class: 'mt-8' }, title), element('ul', {}, ...items));
}

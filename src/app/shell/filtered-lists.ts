import type { Language } from '../../shared/language/language.ts';
import { hasState, stateWord } from '../../shared/web/states.ts';
import { mayOpen, type Place } from '../session/id-places.ts';
import type { Session } from '../session/session.ts';
import { dayBegins } from '../text/zoned-input.ts';
import type { Command } from './commands.ts';
import { verbTexts } from './verb-texts.ts';

type Slot = 'list' | 'ending' | 'period';

/** All that the palette understands, besides numbers such as 422 and 4xx. Whatever else is typed, no list is offered. */
export const phrases: readonly (readonly [Slot, string, readonly string[]])[] = [
  [
    'list',
    'requests',
    ['requests', 'request', 'api requests', 'anfragen', 'anfrage', 'api anfragen'],
  ],
  ['list', 'deliveries', ['deliveries', 'delivery', 'webhooks', 'zustellungen', 'zustellung']],
  ['ending', 'errors', ['errors', 'error', 'fehler']],
  ['ending', 'failed', ['failed', 'failing', 'fehlgeschlagen', 'fehlgeschlagene']],
  ['ending', 'gave_up', ['given up', 'aufgegeben', 'aufgegebene']],
  ['ending', 'retrying', ['retrying', 'wird wiederholt', 'wiederholte']],
  ['ending', 'held', ['held', 'zurückgehalten', 'zurückgehaltene']],
  ['period', 'today', ['today', 'heute']],
  ['period', 'yesterday', ['yesterday', 'gestern']],
  ['period', '1h', ['1h', 'last hour', 'letzte stunde', 'letzten stunde']],
  ['period', '24h', ['24h', 'last 24 hours', 'letzte 24 stunden', 'letzten 24 stunden']],
  ['period', '7d', ['7d', 'last 7 days', 'letzte 7 tage', 'letzten 7 tage']],
];

/** Words that change nothing. */
const fillers = new Set([
  'the',
  'in',
  'of',
  'from',
  'with',
  'status',
  'der',
  'die',
  'den',
  'von',
  'mit',
]);

const STATUS = /^([1-5]\d\d|[245]xx)$/;
const LONGEST = 3;

type Understood = Partial<Record<Slot, string>>;

export type FilteredList = {
  list: 'requests' | 'deliveries';
  /** A status such as 422, a class such as 4xx, or a word of the table. */
  ending: string | undefined;
  period: string | undefined;
  place: Place;
};

type When = { now: number; timeZone: string };

/** The lists that a text such as "422 today" names, filtered by their addresses. None if one word is not understood. */
export function filteredLists(text: string, when: When): FilteredList[] {
  const understood = understand(text);
  if (!understood) return [];
  const { list, ending, period } = understood;
  // A list without a filter is a page, which the palette finds by its title.
  if (!ending && !period) return [];
  const shown = (name: FilteredList['list'], search: Record<string, string>, as = ending) => ({
    list: name,
    ending: as,
    period,
    place: placeOf(name, { ...search, ...periodIn(name, period, when) }),
  });
  return [
    ...(list === 'deliveries' ? [] : requestFilters(ending)).map((one) => shown('requests', one)),
    ...(list === 'requests' ? [] : deliveryFilters(ending)).map((one) =>
      shown('deliveries', one, one.status ?? ending),
    ),
  ];
}

function understand(text: string): Understood | undefined {
  const words = text
    .toLowerCase()
    .split(/[\s,-]+/)
    .filter((word) => word && !fillers.has(word));
  const understood: Understood = {};
  for (let at = 0; at < words.length; ) {
    const meaning = meaningAt(words, at);
    if (!meaning || understood[meaning.slot]) return undefined;
    understood[meaning.slot] = meaning.value;
    at += meaning.length;
  }
  return understood;
}

type Meaning = { slot: Slot; value: string; length: number };

function meaningAt(words: readonly string[], at: number): Meaning | undefined {
  for (let length = LONGEST; length > 0; length -= 1) {
    const phrase = words.slice(at, at + length);
    const said = phrase.join(' ');
    const [slot, value] = phrases.find(([, , all]) => all.includes(said)) ?? [];
    if (slot && value) return { slot, value, length: phrase.length };
  }
  const word = words[at] ?? '';
  return STATUS.test(word) ? { slot: 'ending', value: word, length: 1 } : undefined;
}

function requestFilters(ending: string | undefined): Record<string, string>[] {
  if (!ending) return [{}];
  if (STATUS.test(ending)) return [{ status: ending }];
  return ending === 'errors' || ending === 'failed' ? [{ view: 'errors' }] : [];
}

function deliveryFilters(ending: string | undefined): Record<string, string>[] {
  if (!ending) return [{}];
  // The filter finds answers that were not 2xx, and one status at a time.
  if (STATUS.test(ending)) return /^[1345]\d\d$/.test(ending) ? [{ answer: ending }] : [];
  if (ending === 'errors' || ending === 'failed')
    return [{ status: 'gave_up' }, { status: 'retrying' }];
  return [{ status: ending }];
}

const pages = { requests: '/request-log', deliveries: '/deliveries' };
const names = {
  requests: { span: 'period', from: 'since', to: 'until' },
  deliveries: { span: 'span', from: 'from', to: 'to' },
};

function periodIn(
  list: FilteredList['list'],
  period: string | undefined,
  { now, timeZone }: When,
): Record<string, string> {
  const { span, from, to } = names[list];
  if (!period) return {};
  if (period === 'today') return { [from]: dayBegins(now, timeZone) };
  if (period !== 'yesterday') return { [span]: period };
  const today = dayBegins(now, timeZone);
  return { [from]: dayBegins(Date.parse(today) - 1, timeZone), [to]: today };
}

function placeOf(list: FilteredList['list'], search: Record<string, string>): Place {
  return { path: pages[list], search: `?${new URLSearchParams(search)}` };
}

type About = {
  session: Session;
  language: Language;
  timeZone: string;
  open: (place: Place) => void;
};

const needs = { requests: 'see_request_log', deliveries: 'see_webhooks' } as const;

/** The commands that open these lists, as far as the person may see them. */
export function listCommands(
  text: string,
  { session, language, timeZone, open }: About,
): Command[] {
  const t = verbTexts[language];
  return filteredLists(text, { now: Date.now(), timeZone })
    .filter(({ list }) => mayOpen(needs[list], session))
    .map(({ list, ending, period, place }): Command => {
      const parts = [ending && endingText(ending, language), period && t.periods[period]];
      const label = `${t.lists[list]}: ${parts.filter(Boolean).join(', ')}`;
      const run = () => open(place);
      return {
        id: `list ${label}`,
        label,
        group: t.filtered,
        icon: 'filter',
        words: '',
        place,
        run,
      };
    });
}

function endingText(ending: string, language: Language): string {
  if (STATUS.test(ending)) return ending;
  if (hasState('delivery', ending)) return stateWord('delivery', ending, language);
  return verbTexts[language].failures;
}

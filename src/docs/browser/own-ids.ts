import {
  idsIn,
  idsLike,
  keepIds,
  keepNewest,
  keptIds,
  keptKey,
  keptNewest,
} from '../../app/ui/kept-in-tab.ts';
import type { Language } from '../../shared/language/language.ts';
import {
  exampleIdsIn,
  idLists,
  type Noun,
  nounAddedBy,
  nounOf,
  templateOf,
} from '../sender/id-lists.ts';
import type { Filled } from '../sender/prepare-request.ts';
import { senderTexts } from '../sender/texts.ts';
import { element } from './element.ts';
import { exchange } from './exchange.ts';
import type { Answer } from './sender-answer.ts';
import { shownLanguage } from './shown-language.ts';

/** An id of the tab's sandbox, and its list. Without an id the list is empty. */
export type Own = { noun: Noun; id?: string };

/** "Run" waits for the ids. */
const PATIENCE_MS = 5_000;

/** The first entry has no more ids of interest. */
const MOST_IDS = 3;

/**
 * What takes the place of the example ids of an operation, with the key of this tab. An example is missing if its list
 * cannot be read.
 */
export async function ownIds(
  examples: readonly string[],
  template: string,
): Promise<Map<string, Own>> {
  const found = new Map<string, Own>();
  for (const example of examples) {
    const noun = nounOf(example, template);
    const own = noun && (await ownId(noun, example));
    if (own) found.set(example, own);
  }
  return found;
}

async function ownId(noun: Noun, example: string): Promise<Own | undefined> {
  const { within } = idLists[noun];
  const outer = within && (await ownId(within, 'whe_'));
  if (within && !outer?.id) return outer;
  const ids = await newestOf(noun, outer?.id ? { endpoint_id: outer.id } : {});
  if (!ids) return undefined;
  const [id] = idsLike(example, ids);
  return id === undefined ? { noun } : { noun, id };
}

/** The requests of this page. The sample and the form may need the same list at once. */
const asked = new Map<Noun, Promise<string[] | null>>();

/** Each list is asked once in a tab. Null if it cannot be read. */
function newestOf(noun: Noun, path: Record<string, string>): Promise<string[] | null> {
  const known = keptNewest()[noun];
  if (known !== undefined) return Promise.resolve(known);
  const running = asked.get(noun) ?? ask(noun, path).finally(() => asked.delete(noun));
  asked.set(noun, running);
  return running;
}

async function ask(noun: Noun, path: Record<string, string>): Promise<string[] | null> {
  const key = keptKey();
  const query: Record<string, string> = idLists[noun].isWhole ? {} : { limit: '1' };
  const list = { method: 'GET', template: templateOf(noun), key, path, query } as const;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { status, body } = await exchange({ ...list, body: null, idempotencyKey: null }, signal);
    // The server may answer soon.
    if (status === 429 || status >= 500) return null;
    const ids = status === 200 ? idsIn(body).slice(0, MOST_IDS) : null;
    if (key === keptKey()) keepNewest({ ...keptNewest(), [noun]: ids });
    return ids;
  } catch {
    return null;
  }
}

/** The reader has created the newest entry of a list, or has deleted an entry. */
export function learn({ method, template, path }: Filled, { status, body }: Answer): void {
  if (status >= 300) return;
  const added = nounAddedBy(method, template);
  if (added) keepNewest({ ...keptNewest(), [added]: idsIn(body).slice(0, MOST_IDS) });
  if (method !== 'DELETE') return;
  const gone = Object.values(path).at(-1) ?? '';
  keepIds(keptIds().filter((id) => id !== gone));
  const left = Object.entries(keptNewest()).map(([noun, ids]) => [
    noun,
    ids?.includes(gone) ? null : ids,
  ]);
  keepNewest(Object.fromEntries(left));
}

/** Says where an id is from. If its list is empty, leads to what adds an entry. */
export function originOf({ noun, id }: Own, language: Language): (Node | string)[] {
  const t = senderTexts[language];
  if (id !== undefined) return [t.newest[noun]];
  const { add } = idLists[noun];
  const link = add
    ? element('a', { href: `/docs/${language}/reference/${add.slug}` }, add.request)
    : element('a', { href: '/app/try' }, t.tryIt);
  return [`${t.none[noun]} `, link];
}

/** Fills the samples of an operation, so that they are also copied with these ids. All ids are equally long. */
export async function fillSample(place: HTMLElement): Promise<void> {
  const codes = [...place.querySelectorAll('.variants code')];
  const examples = exampleIdsIn(codes[0]?.textContent ?? '');
  const found = await ownIds(examples, place.dataset.ownIds ?? '');
  for (const [example, { id }] of found) {
    if (id !== undefined) for (const code of codes) replaceIn(code, example, id);
  }
  const origins = [...found.values()].flatMap((own) => [...originOf(own, shownLanguage()), ' ']);
  if (origins.length > 0) place.querySelector('[data-from]')?.replaceChildren(...origins);
}

function replaceIn(code: Element, example: string, id: string): void {
  const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    text.nodeValue = text.nodeValue?.replaceAll(example, id) ?? null;
  }
}

import { dateFormat } from '../../app/text/formatters.ts';
import { isSandboxKey, keptKey, sandboxKey } from '../../app/ui/kept-in-tab.ts';
import type { Language } from '../../shared/language/language.ts';
import { senderTexts } from '../sender/texts.ts';
import { element } from './element.ts';
import { shownLanguage } from './shown-language.ts';

/** The page of the app that makes the key of this tab and ends it. It leads back to a section of this page. */
export function keyPage(section = ''): string {
  return `/app/docs-key?from=${encodeURIComponent(location.pathname + section)}`;
}

/** As app/ui/button.tsx, whose code needs React. */
const button = 'inline-flex h-8 items-center rounded-md px-3 text-sm font-medium shadow-sm';
const looks = {
  primary: `${button} bg-accent text-white hover:bg-accent-strong`,
  plain: `${button} border border-line bg-card text-ink hover:bg-hover`,
};

/** Leads to the app, which makes a key or says whom to ask, and comes back to the section of the sample. */
export function noKey(section: string, language: Language, paste?: () => void): HTMLElement {
  const t = senderTexts[language];
  const ways: HTMLElement[] = [
    element('a', { class: looks.primary, href: keyPage(section) }, t.makeKey),
  ];
  if (paste) {
    const open = element('button', { class: looks.plain, type: 'button' }, t.pasteKey);
    open.addEventListener('click', paste);
    ways.push(open);
  }
  return element(
    'div',
    { class: 'verdict grid gap-2' },
    element('p', {}, keptKey() === '' ? t.noKeyInTab : t.noSandboxKey),
    element('p', { class: 'flex flex-wrap gap-2' }, ...ways),
  );
}

/** Where the page says that this tab has a key. */
let place: Element | null = null;
let line: HTMLElement | undefined;

/** Says at a button "Run" that this tab has a key of a sandbox, and until when. Says it once on a page. */
export function showKey(at?: Element): void {
  place = at?.closest('figure, .variants') ?? place;
  line?.remove();
  const { ends } = sandboxKey();
  if (!ends || !isSandboxKey(keptKey())) return;
  const language = shownLanguage();
  const t = senderTexts[language];
  const time = dateFormat(language, { timeStyle: 'short' }).format(ends);
  const end = element('a', { href: keyPage(sectionOf(place)) }, t.endKey);
  line = element('span', { class: 'tab-key' }, `${t.activeKey(time)} · `, end);
  place?.append(line);
  setTimeout(endKey, ends - Date.now());
}

/** The key has ended by itself: a form that still has it must not take it for the key of a team. */
export const KEY_ENDED = 'tabkeyended';

function endKey(): void {
  const { key } = sandboxKey();
  showKey();
  if (keptKey() !== key) dispatchEvent(new CustomEvent(KEY_ENDED, { detail: key }));
}

/** The anchor of the section in which the sample stands. */
export function sectionOf(sample: Element | null): string {
  if (sample?.closest('#sample')) return '#sample';
  const before = [...document.querySelectorAll('.prose :is(h2, h3)[id]')].filter(
    (heading) =>
      sample &&
      heading.compareDocumentPosition(sample) & Node.DOCUMENT_POSITION_FOLLOWING &&
      heading.id,
  );
  const section = before.at(-1);
  return section ? `#${section.id}` : '';
}

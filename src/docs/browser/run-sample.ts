import { keptKey } from '../../app/ui/kept-in-tab.ts';
import { senderTexts } from '../sender/texts.ts';
import { element } from './element.ts';
import { exchange, PATIENCE_MS } from './exchange.ts';
import { shownAnswer, shownFailure } from './sender-answer.ts';
import { shownLanguage } from './shown-language.ts';

/** Sends the request of a sample with the key of this tab. The answer stands below the sample. */
export async function run(button: HTMLElement): Promise<void> {
  if (button.ariaDisabled === 'true') return;
  const place = placeBelow(button);
  const key = keptKey().trim();
  if (key === '') {
    place.replaceChildren(noKey(button));
    return;
  }
  const { pathname: template, searchParams } = new URL(button.dataset.run ?? '', location.origin);
  const query = Object.fromEntries(searchParams);
  const request = { method: 'GET', template, key, query, path: {} } as const;
  button.ariaDisabled = 'true';
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await exchange({ ...request, body: null, idempotencyKey: null }, signal);
    place.replaceChildren(shownAnswer(answer, shownLanguage()));
  } catch {
    place.replaceChildren(shownFailure({ method: 'GET', isStopped: false }, shownLanguage()));
  } finally {
    button.ariaDisabled = null;
  }
}

/** The place for the answer, below the block of code or its tabs. Screen readers read what comes into it. */
function placeBelow(button: HTMLElement): HTMLElement {
  const block = button.closest('.variants[data-variants=code]') ?? button.closest('figure');
  const next = block?.nextElementSibling;
  if (next instanceof HTMLElement && next.matches('[data-ran]')) return next;
  const place = element('div', { 'aria-live': 'polite', class: 'ran', 'data-ran': '' });
  block?.after(place);
  return place;
}

/** Leads to the app, which makes a key and comes back to the section of the sample. */
function noKey(button: HTMLElement): HTMLElement {
  const t = senderTexts[shownLanguage()];
  const before = [...document.querySelectorAll('.prose :is(h2, h3)[id]')].filter(
    (heading) =>
      heading.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING && heading.id,
  );
  const section = before.at(-1);
  const from = encodeURIComponent(`${location.pathname}${section ? `#${section.id}` : ''}`);
  return element(
    'p',
    { class: 'text-sm' },
    `${t.noKeyInTab} `,
    element('a', { href: `/app/docs-key?from=${from}` }, t.makeKey),
  );
}

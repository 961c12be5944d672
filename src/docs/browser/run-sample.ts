import { keptKey } from '../../app/ui/kept-in-tab.ts';
import { senderTexts } from '../sender/texts.ts';
import { element } from './element.ts';
import { exchange, PATIENCE_MS } from './exchange.ts';
import { SendPlace } from './send-place.ts';
import { bodyOf, noKey, outcomeOf, shownFailure } from './sender-answer.ts';
import { shownLanguage } from './shown-language.ts';

const places = new WeakMap<HTMLElement, SendPlace>();

/** Sends the request of a sample with the key of this tab. The answer takes the place of the example below the sample. */
export async function run(button: HTMLElement): Promise<void> {
  if (button.ariaDisabled === 'true') return;
  const language = shownLanguage();
  const place = places.get(button) ?? new SendPlace(addedBelow(button), language);
  places.set(button, place);
  const key = keptKey().trim();
  if (key === '') {
    place.clear();
    place.say(noKey(sectionOf(button), language));
    return;
  }
  const { pathname: template, searchParams } = new URL(button.dataset.run ?? '', location.origin);
  const query = Object.fromEntries(searchParams);
  const request = { method: 'GET', template, key, query, path: {} } as const;
  button.ariaDisabled = 'true';
  place.say(senderTexts[language].sending);
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await exchange({ ...request, body: null, idempotencyKey: null }, signal);
    const title = element('p', { class: 'name' }, senderTexts[language].yourAnswer);
    place.showBody([title, ...bodyOf(answer, language)]);
    exampleBelow(button)?.setAttribute('hidden', '');
    place.say(...outcomeOf(answer, language));
  } catch {
    place.clear();
    exampleBelow(button)?.removeAttribute('hidden');
    place.say(shownFailure({ method: 'GET', isStopped: false }, language));
  } finally {
    button.ariaDisabled = null;
  }
}

/** The place for the answer, below the block of code or its tabs. */
function addedBelow(button: HTMLElement): HTMLElement {
  const place = element(
    'div',
    { class: 'ran answer', 'data-ran': '' },
    element('div', { 'aria-live': 'polite', 'data-outcome': '' }),
    element('div', { 'data-body': '' }),
  );
  blockOf(button)?.after(place);
  return place;
}

const blockOf = (button: HTMLElement) =>
  button.closest('.variants[data-variants=code]') ?? button.closest('figure');

/** The example of an answer, if it stands next. Beside a real answer it would be a second one. */
function exampleBelow(button: HTMLElement): Element | undefined {
  const next = blockOf(button)?.nextElementSibling;
  const example = next?.matches('[data-ran]') ? next.nextElementSibling : next;
  const label = example?.matches('figure.code') && example.querySelector('.label')?.textContent;
  return label === 'JSON' ? (example ?? undefined) : undefined;
}

/** The anchor of the section in which the sample stands. */
function sectionOf(button: HTMLElement): string {
  const before = [...document.querySelectorAll('.prose :is(h2, h3)[id]')].filter(
    (heading) =>
      heading.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING && heading.id,
  );
  const section = before.at(-1);
  return section ? `#${section.id}` : '';
}

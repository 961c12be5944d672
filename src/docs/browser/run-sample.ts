import { keptKey } from '../../app/ui/kept-in-tab.ts';
import { exampleIdsIn } from '../sender/id-lists.ts';
import type { Filled } from '../sender/prepare-request.ts';
import { senderTexts } from '../sender/texts.ts';
import { element } from './element.ts';
import { exchange, PATIENCE_MS } from './exchange.ts';
import { learn, originOf, ownIds } from './own-ids.ts';
import { SendPlace } from './send-place.ts';
import { bodyOf, outcomeOf, shownFailure } from './sender-answer.ts';
import { newIdempotencyKey } from './sender-fields.ts';
import { shownLanguage } from './shown-language.ts';
import { noKey, sectionOf } from './tab-key.ts';

const places = new WeakMap<HTMLElement, SendPlace>();

/**
 * Sends the request of a sample with the key of this tab. The answer takes the place of the example below the sample.
 * Asks for a key if the tab lacks the one that the sample needs.
 */
export async function run(button: HTMLElement, hasKey: boolean): Promise<void> {
  if (button.ariaDisabled === 'true') return;
  const language = shownLanguage();
  const place = places.get(button) ?? new SendPlace(addedBelow(button), language);
  places.set(button, place);
  const sayInstead = (...outcome: (Node | string)[]) => {
    place.clear();
    exampleBelow(button)?.removeAttribute('hidden');
    place.say(...outcome);
    place.followFrom(button);
  };
  if (!hasKey) {
    sayInstead(noKey(sectionOf(button), language));
    return;
  }
  const request = requestOf(button);
  const { method } = request;
  button.ariaDisabled = 'true';
  place.say(senderTexts[language].sending);
  try {
    const missing = await fillIds(request);
    if (missing) {
      sayInstead(element('p', {}, ...originOf(missing, language)));
      return;
    }
    const answer = await exchange(request, AbortSignal.timeout(PATIENCE_MS));
    delete button.dataset.idempotencyKey;
    learn(request, answer);
    const title = element('p', { class: 'name' }, senderTexts[language].yourAnswer);
    place.showBody([title, ...bodyOf(answer, language)]);
    exampleBelow(button)?.setAttribute('hidden', '');
    place.say(...outcomeOf(answer, language));
    place.followFrom(button);
  } catch {
    sayInstead(shownFailure({ method, isStopped: false }, language));
  } finally {
    button.ariaDisabled = null;
  }
}

function requestOf({ dataset }: HTMLElement): Filled {
  const { pathname: template, searchParams } = new URL(dataset.run ?? '', location.origin);
  const query = Object.fromEntries(searchParams);
  const common = { template, key: keptKey(), path: {}, query };
  const { body = null } = dataset;
  if (body === null) return { ...common, method: 'GET', body, idempotencyKey: null };
  // If no answer comes, the next attempt has the same key: it does nothing twice.
  dataset.idempotencyKey ??= newIdempotencyKey();
  return { ...common, method: 'POST', body, idempotencyKey: dataset.idempotencyKey };
}

/** Puts ids of the sandbox in the place of those of the sample. Returns what the sandbox does not have. */
async function fillIds(request: Filled) {
  const found = await ownIds(exampleIdsIn(request.body ?? ''), request.template);
  for (const [example, own] of found) {
    if (own.id === undefined) return own;
    request.body = request.body?.replaceAll(example, own.id) ?? null;
  }
  return undefined;
}

/** The place for the answer, below the block of code or its tabs. */
function addedBelow(button: HTMLElement): HTMLElement {
  const place = element(
    'div',
    { class: 'ran answer', 'data-ran': '' },
    element('div', { 'aria-live': 'polite', 'data-outcome': '', tabindex: '-1' }),
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

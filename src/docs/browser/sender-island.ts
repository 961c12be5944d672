import {
  forgetAll,
  idsIn,
  idsLike,
  isSandboxKey,
  keepIds,
  keepKey,
  keptIds,
  keptKey,
  withIds,
} from '../../app/ui/kept-in-tab.ts';
import type { Language } from '../../shared/language.ts';
import { curlOf, type Filled, type Wrong, wrongField } from '../sender/prepare-request.ts';
import { senderTexts } from '../sender/texts.ts';
import { element } from './element.ts';
import { exchange, PATIENCE_MS } from './exchange.ts';
import { learn } from './own-ids.ts';
import { type Answer, codeBlock, exampleOf, shownAnswer, shownFailure } from './sender-answer.ts';
import { newIdempotencyKey, SenderFields } from './sender-fields.ts';
import { SenderIds } from './sender-ids.ts';
import { shownLanguage } from './shown-language.ts';

/** Why a request was aborted: the reader has stopped it. */
const STOPPED = 'stopped';

/** Ends when the form has its ids, so that it may be sent. */
export async function start(place: HTMLElement): Promise<void> {
  const form = place.querySelector('form');
  if (form) await new Sender(place, form).begin();
}

/** Sends the request of a form to the page's own origin. */
class Sender {
  readonly #form: HTMLFormElement;
  readonly #fields: SenderFields;
  readonly #ids: SenderIds;
  readonly #language: Language = shownLanguage();
  #running: AbortController | undefined;
  /** The `Idempotency-Key` that this code has put in its field. */
  #ownKey = '';

  constructor(place: HTMLElement, form: HTMLFormElement) {
    this.#form = form;
    this.#fields = new SenderFields(form);
    this.#ids = new SenderIds(place, this.#fields, this.#language);
  }

  async begin(): Promise<void> {
    const key = this.#fields.field('key');
    // The reader may have pasted a key before this code was loaded.
    if (key && key.value === '') key.value = keptKey();
    this.#renewIdempotencyKey();
    this.#ids.offer();
    this.#showCurl();
    this.#offerForget();
    this.#form.addEventListener('input', () => {
      this.#ask(false);
      this.#fields.mark(undefined, '');
      this.#ids.tell();
      this.#showCurl();
      this.#offerForget();
    });
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#sendOrAsk();
    });
    this.#on('[data-really]', () => this.#send());
    this.#on('[data-rather-not]', () => {
      this.#ask(false);
      this.#part('[data-send]')?.focus();
    });
    this.#on('[data-stop]', () => this.#running?.abort(STOPPED));
    this.#on('[data-forget]', () => this.#forget());
    const from = encodeURIComponent(location.pathname);
    this.#part('[data-make-key]')?.setAttribute('href', `/app/docs-key?from=${from}`);
    for (const button of this.#form.querySelectorAll<HTMLElement>('[data-first]')) {
      button.addEventListener('click', () => this.#takeFirst(button.dataset));
    }
    this.#part('[data-loading]')?.remove();
    this.#part('[data-send]')?.removeAttribute('disabled');
    // The reader has come back to this page. Meanwhile another page of this tab may have changed or removed the key.
    addEventListener('pageshow', ({ persisted }) => {
      if (key && persisted) key.value = keptKey();
      this.#offerForget();
    });
    await this.#ids.fill();
    this.#showCurl();
  }

  /** Sends a reading request at once. Asks before any other. */
  #sendOrAsk(): void {
    if (this.#running) return;
    const wrong = wrongField(this.#fields.read());
    this.#mark(wrong);
    if (wrong) return;
    if (this.#fields.method === 'GET') void this.#send();
    else this.#ask(true);
  }

  async #send(): Promise<void> {
    if (this.#running) return;
    const filled = this.#fields.read();
    if (wrongField(filled)) return;
    this.#ask(false);
    const answer = await this.#exchange(filled);
    if (!answer) return;
    const example = document.querySelector('[data-example]');
    example?.replaceChildren(...exampleOf(answer, this.#language));
    this.#part('[data-answer]')?.toggleAttribute('data-beside', example !== null);
    this.#renewIdempotencyKey();
    this.#showCurl();
  }

  /** Shows the answer, and returns it. Undefined if none came. */
  async #exchange(filled: Filled): Promise<Answer | undefined> {
    keepKey(filled.key.trim());
    const running = new AbortController();
    const patience = setTimeout(() => running.abort(), PATIENCE_MS);
    this.#running = running;
    this.#showRunning(true);
    try {
      const answer = await exchange(filled, running.signal);
      keepIds(withIds(keptIds(), idsIn(answer.body)));
      learn(filled, answer);
      this.#ids.offer();
      this.#show(shownAnswer(answer, this.#language));
      return answer;
    } catch {
      const isStopped = running.signal.reason === STOPPED;
      this.#show(shownFailure({ method: filled.method, isStopped }, this.#language));
      return undefined;
    } finally {
      clearTimeout(patience);
      this.#running = undefined;
      this.#showRunning(false);
    }
  }

  /** Reads a list, and fills in the id of its first entry. */
  async #takeFirst({ first: name = '', list = '', listName = '' }: DOMStringMap): Promise<void> {
    if (this.#running) return;
    const { key } = this.#fields.read();
    const request = { method: 'GET', template: list, key, path: {}, query: {} } as const;
    const filled = { ...request, body: null, idempotencyKey: null };
    const wrong = wrongField(filled);
    this.#mark(wrong);
    if (wrong) return;
    const answer = await this.#exchange(filled);
    if (!answer) return;
    const field = `path.${name}`;
    const [id] = idsLike(this.#ids.exampleOf(name), idsIn(answer.body));
    const input = this.#fields.field(field);
    if (id === undefined) this.#mark({ field, fault: 'noneThere', reason: listName });
    else if (input) input.value = id;
    this.#ids.tell();
    this.#showCurl();
  }

  /** Marks the wrong field. Removes an old answer, because it could be taken for the answer to this request. */
  #mark(wrong: Wrong | undefined): void {
    const message = wrong && senderTexts[this.#language].wrong[wrong.fault];
    const text = typeof message === 'function' ? message(wrong?.reason ?? '') : (message ?? '');
    this.#fields.mark(wrong, text);
    if (wrong) this.#part('[data-answer]')?.replaceChildren();
  }

  #forget(): void {
    forgetAll();
    this.#running?.abort(STOPPED);
    const key = this.#fields.field('key');
    if (key) key.value = '';
    key?.focus();
    this.#offerForget();
    this.#ids.offer();
    this.#part('[data-answer]')?.replaceChildren();
    this.#part('[data-forgotten]')?.replaceChildren(senderTexts[this.#language].forgotten);
  }

  #offerForget(): void {
    this.#part('[data-forget]')?.toggleAttribute('hidden', this.#fields.read().key === '');
  }

  /** Fills in a new key for the next request. A key that the reader has typed stays. */
  #renewIdempotencyKey(): void {
    const field = this.#fields.field('idempotencyKey');
    if (!field || field.value !== this.#ownKey) return;
    this.#ownKey = newIdempotencyKey();
    field.value = this.#ownKey;
  }

  #ask(isRequested: boolean): void {
    const sure = this.#part('[data-sure]');
    if (!sure) return;
    sure.hidden = !isRequested;
    const isTrial = isSandboxKey(this.#fields.read().key.trim());
    sure.querySelector('[data-real]')?.toggleAttribute('hidden', isTrial);
    sure.querySelector('[data-trial]')?.toggleAttribute('hidden', !isTrial);
    if (isRequested) sure.querySelector<HTMLElement>('[data-really]')?.focus();
  }

  #showRunning(isRunning: boolean): void {
    const t = senderTexts[this.#language];
    const send = this.#part('[data-send]');
    send?.setAttribute('aria-disabled', String(isRunning));
    send?.querySelector('span')?.replaceChildren(isRunning ? t.sending : t.send);
    const stop = this.#part('[data-stop]');
    if (stop) stop.hidden = !isRunning;
  }

  #showCurl(): void {
    const text = curlOf(this.#fields.read(), location.origin);
    const block = codeBlock('Shell', element('code', {}, text), this.#language);
    this.#part('[data-curl]')?.replaceChildren(block);
  }

  #show(what: HTMLElement): void {
    const place = this.#part('[data-answer]');
    place?.replaceChildren(what);
    place?.removeAttribute('data-beside');
  }

  #part(selector: string): HTMLElement | undefined {
    return this.#form.querySelector<HTMLElement>(selector) ?? undefined;
  }

  #on(selector: string, act: () => unknown): void {
    this.#part(selector)?.addEventListener('click', act);
  }
}

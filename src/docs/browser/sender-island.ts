import { forgetTabKey } from '../../app/ui/forget-tab-key.ts';
import {
  idsIn,
  idsLike,
  isSandboxKey,
  keepIds,
  keepKey,
  keptIds,
  keptKey,
  withIds,
} from '../../app/ui/kept-in-tab.ts';
import type { Language } from '../../shared/language/language.ts';
import { curlOf, type Filled, type Wrong, wrongField } from '../sender/prepare-request.ts';
import { senderTexts } from '../sender/texts.ts';
import { element } from './element.ts';
import { exchange, PATIENCE_MS } from './exchange.ts';
import { learn } from './own-ids.ts';
import { SendPlace } from './send-place.ts';
import {
  type Answer,
  bodyOf,
  codeBlock,
  exampleOf,
  outcomeOf,
  shownFailure,
} from './sender-answer.ts';
import { newIdempotencyKey, SenderFields } from './sender-fields.ts';
import { SenderIds } from './sender-ids.ts';
import { shownLanguage } from './shown-language.ts';
import { KEY_ENDED, keyPage, noKey, showKey } from './tab-key.ts';

/** Why a request was aborted: the reader has stopped it. */
const STOPPED = 'stopped';

/** From this width on, the sample stands beside the form. */
const BESIDE = '(min-width: 80rem)';

/** Ends when the form has its ids, so that it may be sent. */
export async function start(place: HTMLElement): Promise<void> {
  const form = place.querySelector('form');
  const aside = document.querySelector('.aside');
  if (form && aside) await new Sender(place as HTMLDetailsElement, form, aside).begin();
}

/** Sends the request of a form to the page's own origin. */
class Sender {
  readonly #folded: HTMLDetailsElement;
  readonly #form: HTMLFormElement;
  readonly #inForm: SendPlace;
  readonly #atSample: SendPlace;
  readonly #fields: SenderFields;
  readonly #ids: SenderIds;
  readonly #language: Language = shownLanguage();
  #running: AbortController | undefined;
  /** The `Idempotency-Key` that this code has put in its field. */
  #ownKey = '';

  constructor(folded: HTMLDetailsElement, form: HTMLFormElement, sample: Element) {
    this.#folded = folded;
    this.#form = form;
    this.#inForm = new SendPlace(form, this.#language, () => this.#send(this.#inForm));
    this.#atSample = new SendPlace(sample, this.#language, () => this.#send(this.#atSample));
    this.#fields = new SenderFields(form);
    this.#ids = new SenderIds(folded, this.#fields, this.#language);
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
      this.#inForm.stopAsking();
      this.#atSample.stopAsking();
      this.#fields.mark(undefined, '');
      this.#ids.tell();
      this.#showCurl();
      this.#offerForget();
    });
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#sendOrAsk(this.#inForm);
    });
    this.#folded.addEventListener('run', () => this.#run());
    this.#on('[data-stop]', () => this.#running?.abort(STOPPED));
    this.#on('[data-forget]', () => this.#forget());
    this.#part('[data-make-key]')?.setAttribute('href', keyPage());
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
    addEventListener(KEY_ENDED, (event) => {
      if (key && event instanceof CustomEvent && key.value.trim() === event.detail) key.value = '';
      this.#offerForget();
    });
    await this.#ids.fill();
    this.#showCurl();
  }

  /** "Run" at the sample. The answer comes there, and the form stays folded unless it needs the reader. */
  #run(): void {
    if (this.#running) return;
    if (this.#fields.read().key.trim() !== '') {
      this.#sendOrAsk(this.#atSample);
      return;
    }
    this.#clear();
    this.#atSample.say(
      noKey('#sample', this.#language, () => {
        this.#folded.open = true;
        this.#fields.field('key')?.focus();
      }),
    );
    this.#atSample.followFrom();
  }

  /** Asks before a request that changes real data, or deletes something. Sends any other at once. */
  #sendOrAsk(from: SendPlace): void {
    if (this.#running) return;
    const filled = this.#fields.read();
    const wrong = wrongField(filled);
    this.#mark(wrong);
    if (wrong) return;
    const { method } = this.#fields;
    const isTrial = isSandboxKey(filled.key.trim());
    if (method === 'GET' || (isTrial && method !== 'DELETE')) void this.#send(from);
    else from.ask(isTrial);
  }

  async #send(from: SendPlace): Promise<void> {
    if (this.#running) return;
    const filled = this.#fields.read();
    if (wrongField(filled)) return;
    const answer = await this.#exchange(filled, from);
    if (!answer) return;
    const isBeside = from === this.#atSample || matchMedia(BESIDE).matches;
    if (isBeside) this.#atSample.showBody(exampleOf(answer, this.#language));
    else this.#inForm.showBody(bodyOf(answer, this.#language));
    from.say(...outcomeOf(answer, this.#language));
    this.#atSample.followFrom();
    this.#renewIdempotencyKey();
    this.#showCurl();
  }

  /** Returns the answer. Undefined if none came: then says so. */
  async #exchange(filled: Filled, from: SendPlace): Promise<Answer | undefined> {
    keepKey(filled.key.trim());
    showKey();
    const running = new AbortController();
    const patience = setTimeout(() => running.abort(), PATIENCE_MS);
    this.#running = running;
    this.#showRunning(true);
    if (from === this.#atSample) from.say(senderTexts[this.#language].sending);
    try {
      const answer = await exchange(filled, running.signal);
      keepIds(withIds(keptIds(), idsIn(answer.body)));
      learn(filled, answer);
      this.#ids.offer();
      this.#clear();
      return answer;
    } catch {
      const isStopped = running.signal.reason === STOPPED;
      this.#clear();
      from.say(shownFailure({ method: filled.method, isStopped }, this.#language));
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
    const answer = await this.#exchange(filled, this.#inForm);
    if (!answer) return;
    this.#inForm.showBody(bodyOf(answer, this.#language));
    this.#inForm.say(...outcomeOf(answer, this.#language));
    const field = `path.${name}`;
    const [id] = idsLike(this.#ids.exampleOf(name), idsIn(answer.body));
    const input = this.#fields.field(field);
    if (id === undefined) this.#mark({ field, fault: 'noneThere', reason: listName });
    else if (input) input.value = id;
    this.#ids.tell();
    this.#showCurl();
  }

  /** Marks the wrong field, and removes an old answer. */
  #mark(wrong: Wrong | undefined): void {
    const message = wrong && senderTexts[this.#language].wrong[wrong.fault];
    const text = typeof message === 'function' ? message(wrong?.reason ?? '') : (message ?? '');
    if (wrong) this.#folded.open = true;
    this.#fields.mark(wrong, text);
    if (wrong) this.#clear();
  }

  /** An answer stands once on the page. */
  #clear(): void {
    this.#inForm.clear();
    this.#atSample.clear();
  }

  #forget(): void {
    forgetTabKey();
    showKey();
    this.#running?.abort(STOPPED);
    const key = this.#fields.field('key');
    if (key) key.value = '';
    key?.focus();
    this.#offerForget();
    this.#ids.offer();
    this.#clear();
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

  #showRunning(isRunning: boolean): void {
    const t = senderTexts[this.#language];
    this.#inForm.showRunning(isRunning);
    this.#atSample.showRunning(isRunning);
    this.#part('[data-send] span')?.replaceChildren(isRunning ? t.sending : t.send);
    const stop = this.#part('[data-stop]');
    if (stop) stop.hidden = !isRunning;
  }

  #showCurl(): void {
    const text = curlOf(this.#fields.read(), location.origin);
    const block = codeBlock('Shell', element('code', {}, text), this.#language);
    this.#part('[data-curl]')?.replaceChildren(block);
  }

  #part(selector: string): HTMLElement | undefined {
    return this.#form.querySelector<HTMLElement>(selector) ?? undefined;
  }

  #on(selector: string, act: () => unknown): void {
    this.#part(selector)?.addEventListener('click', act);
  }
}

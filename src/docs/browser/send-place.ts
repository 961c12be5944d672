import type { Language } from '../../shared/language/language.ts';
import { senderTexts } from '../sender/texts.ts';
import type { Shown } from './sender-answer.ts';

/**
 * From where a request is sent, and where its answer stands: the form, or a sample with "Run". Screen readers read the
 * outcome when it comes. They do not read the body, which may be long.
 */
export class SendPlace {
  readonly #root: Element;
  readonly #language: Language;
  /** What stands in the place of the body without an answer. */
  readonly #usual: Node[];

  constructor(root: Element, language: Language, really: () => unknown = () => undefined) {
    this.#root = root;
    this.#language = language;
    this.#usual = [...(this.#part('[data-body]')?.childNodes ?? [])];
    this.#part('[data-really]')?.addEventListener('click', () => {
      this.stopAsking();
      really();
    });
    this.#part('[data-rather-not]')?.addEventListener('click', () => this.stopAsking());
  }

  /** Asks before a request that changes something. */
  ask(isTrial: boolean): void {
    const sure = this.#part('[data-sure]');
    if (!sure) return;
    sure.hidden = false;
    sure.querySelector('[data-real]')?.toggleAttribute('hidden', isTrial);
    sure.querySelector('[data-trial]')?.toggleAttribute('hidden', !isTrial);
    sure.querySelector<HTMLElement>('[data-really]')?.focus();
  }

  /** The focus would be lost with the question, so it goes back to the button that has asked. */
  stopAsking(): void {
    const sure = this.#part('[data-sure]');
    if (!sure || sure.hidden) return;
    const hasFocus = sure.contains(document.activeElement);
    sure.hidden = true;
    if (hasFocus) this.#button?.focus();
  }

  showRunning(isRunning: boolean): void {
    this.#button?.setAttribute('aria-disabled', String(isRunning));
  }

  /** Shows the outcome and leaves the body as it is. */
  say(...outcome: (Node | string)[]): void {
    const place = this.#part('[data-outcome]');
    place?.replaceChildren(...outcome);
    if (outcome.length > 0) place?.scrollIntoView({ block: 'nearest' });
    this.#name();
  }

  /** After a run by keyboard, the reader goes on at the outcome. */
  followFrom(button: Element | undefined = this.#button): void {
    if (button?.matches(':focus-visible')) this.#part('[data-outcome]')?.focus();
  }

  showBody(body: Shown): void {
    this.#part('[data-body]')?.replaceChildren(...body);
    this.#name();
  }

  /** An old answer could be taken for the answer to another request. */
  clear(): void {
    this.#part('[data-outcome]')?.replaceChildren();
    this.showBody(this.#usual);
  }

  /** In the form, the answer is a region of the page, as long as there is one. */
  #name(): void {
    const region = this.#part('[data-answer]');
    const isThere = region?.querySelector(':scope > :not(:empty)');
    if (isThere) region?.setAttribute('role', 'region');
    else region?.removeAttribute('role');
    if (isThere) region?.setAttribute('aria-label', senderTexts[this.#language].answer);
    else region?.removeAttribute('aria-label');
  }

  get #button(): HTMLElement | undefined {
    return this.#part('[data-send], [data-run=""]');
  }

  #part(selector: string): HTMLElement | undefined {
    return this.#root.querySelector<HTMLElement>(selector) ?? undefined;
  }
}

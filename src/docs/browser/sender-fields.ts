import type { Filled, Wrong } from '../sender/prepare-request.ts';

/** The fields of the form that kinds/request-sender.tsx makes, by name. */
export class SenderFields {
  readonly #form: HTMLFormElement;

  constructor(form: HTMLFormElement) {
    this.#form = form;
  }

  get method(): string {
    return this.#form.dataset.method ?? 'GET';
  }

  field(name: string): HTMLInputElement | HTMLTextAreaElement | undefined {
    const found = this.#form.elements.namedItem(name);
    const isField = found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement;
    return isField ? found : undefined;
  }

  read(): Filled {
    return {
      method: this.method,
      template: this.#form.dataset.path ?? '',
      key: this.field('key')?.value ?? '',
      path: this.named('path'),
      query: this.named('query'),
      body: this.field('body')?.value ?? null,
      idempotencyKey: this.field('idempotencyKey')?.value ?? null,
    };
  }

  /** The values of a group of fields, such as `path.member_id`. */
  named(group: string): Record<string, string> {
    const values = [...new FormData(this.#form)].flatMap(([name, value]) =>
      name.startsWith(`${group}.`) ? [[name.slice(group.length + 1), String(value)]] : [],
    );
    return Object.fromEntries(values);
  }

  /** Marks the wrong field and moves the focus there. With undefined, removes the mark. */
  mark(wrong: Wrong | undefined, text: string): void {
    for (const marked of this.#form.querySelectorAll('[aria-invalid]')) {
      marked.removeAttribute('aria-invalid');
    }
    const line = this.#form.querySelector('[data-wrong]');
    line?.replaceChildren(text);
    line?.classList.toggle('hidden-text', wrong === undefined);
    const field = wrong && this.field(wrong.field);
    field?.setAttribute('aria-invalid', 'true');
    if (line) field?.parentElement?.append(line);
    field?.focus();
  }
}

/** This code also works without HTTPS, where browsers lack `randomUUID`. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

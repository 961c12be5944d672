import { idsLike, isSandboxKey, keptIds } from '../../app/ui/kept-in-tab.ts';
import type { Language } from '../../shared/language/language.ts';
import { exampleIdsIn } from '../sender/id-lists.ts';
import { senderTexts } from '../sender/texts.ts';
import { element } from './element.ts';
import { type Own, originOf, ownIds } from './own-ids.ts';
import type { SenderFields } from './sender-fields.ts';

/** The ids in the form of a request: in the path and in the body. */
export class SenderIds {
  readonly #place: HTMLElement;
  readonly #fields: SenderFields;
  readonly #language: Language;
  /** What the page has filled in, by the name of the field. */
  readonly #filled = new Map<string, Own>();

  constructor(place: HTMLElement, fields: SenderFields, language: Language) {
    this.#place = place;
    this.#fields = fields;
    this.#language = language;
  }

  get #names(): string[] {
    return Object.keys(this.#fields.named('path'));
  }

  exampleOf(name: string): string {
    return this.#fields.field(`path.${name}`)?.getAttribute('placeholder') ?? '';
  }

  /** Offers the ids of earlier answers in this tab. */
  offer(): void {
    for (const name of this.#names) {
      const options = idsLike(this.exampleOf(name), keptIds()).map((value) =>
        element('option', { value }),
      );
      this.#place.querySelector(`#ids-${name}`)?.replaceChildren(...options);
    }
  }

  /** Fills in the newest ids of the sandbox, if the key is that of one, and else those of earlier answers. */
  async fill(): Promise<void> {
    const { key, template } = this.#fields.read();
    if (isSandboxKey(key.trim())) {
      const body = this.#fields.field('body');
      const examples = [
        ...this.#names.map((name) => this.exampleOf(name)),
        ...exampleIdsIn(body?.value ?? ''),
      ];
      const found = await ownIds(examples, template);
      for (const name of this.#names) this.#fillPath(name, found.get(this.exampleOf(name)));
      for (const [example, own] of found) this.#fillBody(example, own);
    }
    this.#fillKnown();
    this.tell();
  }

  /** Says where the ids are from, as long as the fields have them. */
  tell(): void {
    for (const [name, own] of this.#filled) {
      const { value = '' } = this.#fields.field(name) ?? {};
      const isThere =
        own.id === undefined ? name === 'body' || value === '' : value.includes(own.id);
      const t = senderTexts[this.#language];
      const usual = name === 'body' ? t.exampleIds : t.idHint;
      const text = isThere ? originOf(own, this.#language) : [usual];
      this.#place.querySelector(`[data-from="${name}"]`)?.replaceChildren(...text);
    }
  }

  #fillPath(name: string, own: Own | undefined): void {
    const input = this.#fields.field(`path.${name}`);
    if (!own || !input || input.value !== '') return;
    input.value = own.id ?? '';
    this.#filled.set(`path.${name}`, own);
  }

  #fillBody(example: string, own: Own): void {
    const body = this.#fields.field('body');
    if (!body?.value.includes(example)) return;
    if (own.id !== undefined) body.value = body.value.replaceAll(example, own.id);
    this.#filled.set('body', own);
  }

  /** For a deletion, the reader chooses the id. Only of a sandbox, the page has filled one in. */
  #fillKnown(): void {
    if (this.#fields.method === 'DELETE') return;
    for (const name of this.#names) {
      const input = this.#fields.field(`path.${name}`);
      const [newest = ''] = idsLike(this.exampleOf(name), keptIds());
      if (input && input.value === '') input.value = newest;
    }
  }
}

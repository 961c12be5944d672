import type { Language } from '../../shared/language/language.ts';
import type { Cause } from '../verify/cause-texts.ts';
import { clockText } from '../verify/read-clock.ts';
import { type Said, sayComputed, sayVerdict } from '../verify/say-verdict.ts';
import { rawBodies, verifyTexts } from '../verify/texts.ts';
import { type Computed, compute, MAX_BODY_BYTES, signedAt, verify } from '../verify/verify.ts';
import { element } from './element.ts';
import { shownLanguage } from './shown-language.ts';

/** Checks again at each change. The pasted texts stay in the fields: nothing stores or sends them. */
export function start(place: HTMLElement): void {
  if (!(place instanceof HTMLFormElement)) return;
  const form = place;
  const language: Language = shownLanguage();
  const check = checkOf(form, language);
  form.addEventListener('input', ({ target }) => {
    tellFile(form, language);
    if (target === fieldsOf(form).header) setClock(form);
    void check(false);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void check(true);
  });
  form.addEventListener('reset', () => {
    part(form, '[data-file]').hidden = true;
    part(form, '[data-delivery]').hidden = true;
    delete form.dataset.set;
    // A form empties its fields only after the event `reset`.
    setTimeout(() => void check(false));
  });
  part(form, '[data-show]').addEventListener('click', ({ currentTarget }) => {
    const { secret } = fieldsOf(form);
    const isHidden = secret.type === 'password';
    secret.type = isHidden ? 'text' : 'password';
    (currentTarget as Element).setAttribute('aria-pressed', String(isHidden));
  });
  takeDelivery(form);
  // The reader may have pasted something before this code was loaded.
  tellFile(form, language);
  setClock(form);
  void check(false);
}

/** Says what is wrong with the fields. Empty fields are named only if the reader has pressed the button. */
function checkOf(
  form: HTMLFormElement,
  language: Language,
): (isRequested: boolean) => Promise<void> {
  const result = part(form, '[data-result]');
  let latest = 0;
  return async (isRequested) => {
    latest += 1;
    const own = latest;
    const fields = fieldsOf(form);
    const whole = fields.file.files?.[0] ?? new Blob([fields.body.value]);
    // More of the body is not needed to see that it is too large.
    const body = whole.slice(0, MAX_BODY_BYTES + 1);
    const pasted = {
      secret: fields.secret.value,
      header: fields.header.value,
      body: new Uint8Array(await body.arrayBuffer()),
    };
    // The check of an older text was slower. Its result no longer counts.
    if (own !== latest) return;
    const verdict = verify({ ...pasted, clock: fields.clock.value, now: secondsNow() });
    const isShown = isRequested || verdict.kind !== 'missing';
    const sentence = sayVerdict(verdict, language, signedAt(pasted.header));
    result.replaceChildren(...(isShown ? [shown(sentence, language)] : []));
    const isCompared = verdict.kind === 'genuine' || verdict.kind === 'no_match';
    const computed = isCompared ? compute(pasted) : undefined;
    if (computed) result.firstElementChild?.append(computation(computed, language));
  };
}

type Fields = {
  secret: HTMLInputElement;
  header: HTMLTextAreaElement;
  body: HTMLTextAreaElement;
  file: HTMLInputElement;
  clock: HTMLInputElement;
};

function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}

/**
 * Fills in the time at which the header was pasted, so that the request does not expire while the reader looks for the
 * secret. A time that the reader has entered stays.
 */
function setClock(form: HTMLFormElement): void {
  const { header, clock } = fieldsOf(form);
  const isOurs = clock.value === '' || clock.value === form.dataset.set;
  if (!isOurs || header.value.trim() === '') return;
  clock.value = clockText(secondsNow());
  form.dataset.set = clock.value;
}

/** The app links to this page with the header and time of a delivery behind the `#`. No browser sends that part. */
function takeDelivery(form: HTMLFormElement): void {
  const params = new URLSearchParams(location.hash.slice(1));
  const sentAt = Date.parse(params.get('sent') ?? '');
  if (Number.isNaN(sentAt)) return;
  const { header, clock } = fieldsOf(form);
  header.value ||= params.get('header') ?? '';
  clock.value ||= clockText(Math.floor(sentAt / 1000));
  part(form, '[data-delivery]').hidden = false;
}

function fieldsOf(form: HTMLFormElement): Fields {
  return form.elements as unknown as Fields;
}

/** Says that a chosen file counts in place of the text, until the reader removes it. */
function tellFile(form: HTMLFormElement, language: Language): void {
  const t = verifyTexts[language];
  const { file } = fieldsOf(form);
  const [chosen] = file.files ?? [];
  const line = part(form, '[data-file]');
  line.hidden = chosen === undefined;
  if (!chosen) return;
  const size = new Intl.NumberFormat(language).format(chosen.size);
  const drop = element('button', { type: 'button', class: 'underline' }, t.fileDropped);
  drop.addEventListener('click', () => {
    file.value = '';
    form.dispatchEvent(new Event('input'));
  });
  line.replaceChildren(`${t.fileTaken(chosen.name, size)} `, drop);
}

function shown(verdict: Said, language: Language): HTMLElement {
  return element(
    'div',
    { class: `verdict ${verdict.tone}`, 'data-tone': verdict.tone },
    element('p', { class: 'name' }, verdict.title),
    ...verdict.paragraphs.slice(0, 1).map((text) => element('p', {}, text)),
    ...(verdict.causes.length > 0 ? [element('ul', {}, ...verdict.causes.map(causeItem))] : []),
    ...verdict.paragraphs.slice(1).map((text) => element('p', {}, text)),
    ...(verdict.showsRawBodies ? [rawBodyTable(language)] : []),
  );
}

function computation(computed: Computed, language: Language): HTMLElement {
  const v1 = element('code', { 'data-computed': '' }, computed.v1);
  return element('p', {}, `${sayComputed(computed, language)} `, v1);
}

function causeItem({ title, cure }: Cause): HTMLElement {
  return element('li', {}, element('strong', {}, `${title}. `), cure);
}

function rawBodyTable(language: Language): HTMLElement {
  const rows = rawBodies.map(([where, how]) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, where),
      element('td', {}, element('code', {}, how)),
    ),
  );
  const { rawBody } = verifyTexts[language].altered;
  return element(
    'details',
    {},
    element('summary', {}, rawBody.replace(/:$/, '')),
    element('table', {}, element('tbody', {}, ...rows)),
  );
}

function part(form: HTMLFormElement, selector: string): HTMLElement {
  const found = form.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`The form has no ${selector}`);
  return found;
}

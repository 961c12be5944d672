import type { Language } from '../../shared/language/language.ts';
import { jsonWords, pretty } from '../sender/json-words.ts';
import { senderTexts } from '../sender/texts.ts';
import { element } from './element.ts';

/** An answer that was read to its end. */
export type Answer = {
  status: number;
  phrase: string;
  headers: [name: string, value: string][];
  body: string;
  bytes: number;
  ms: number;
};

export type Shown = readonly (Node | string)[];

/** What an answer of the service says in short, a success or a refusal. */
export function outcomeOf(answer: Answer, language: Language): Shown {
  const t = senderTexts[language];
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const facts = [t.took(number.format(answer.ms)), t.size(number.format(answer.bytes))];
  const tone = answer.status < 300 ? 'good' : answer.status < 500 ? 'warn' : 'bad';
  return [
    element(
      'p',
      { class: 'outcome' },
      element('strong', { class: tone }, `${answer.status} ${answer.phrase}`.trim()),
      element('span', { class: 'text-soft' }, facts.join(' · ')),
      ...threadLink(answer, language),
    ),
    ...problemLines(answer.body, language),
  ];
}

/** Leads to what the request has caused. The app asks who is there, and offers to open the team of the request. */
function threadLink({ headers }: Answer, language: Language): HTMLElement[] {
  const id = headers.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1];
  if (!id) return [];
  return [element('a', { href: `/app/thread/${id}` }, senderTexts[language].showInLog)];
}

/** The body and the headers of an answer. */
export function bodyOf({ body, headers }: Answer, language: Language): Shown {
  const t = senderTexts[language];
  return [
    element(
      'div',
      { class: 'yours' },
      body === ''
        ? element('p', { class: 'text-sm text-soft' }, t.empty)
        : codeBlock('JSON', jsonCode(body), language),
      element(
        'details',
        { class: 'text-sm' },
        element('summary', { class: 'font-medium' }, t.headers),
        headerTable(headers),
      ),
    ),
  ];
}

/** Takes the place of the example answer beside the sample. */
export function exampleOf(answer: Answer, language: Language): Shown {
  const status = element('span', { class: 'status' }, `${answer.status}`);
  const heading = element('h2', {}, `${senderTexts[language].yourAnswer} `, status);
  return [heading, ...bodyOf(answer, language)];
}

/** Says why no answer came. */
export function shownFailure(
  { method, isStopped }: { method: string; isStopped: boolean },
  language: Language,
): HTMLElement {
  const t = senderTexts[language];
  return element(
    'div',
    { class: 'verdict bad', role: 'alert' },
    element('p', { class: 'name' }, isStopped ? t.stopped : t.noAnswer),
    ...(isStopped ? [] : [element('p', {}, t.noAnswerText)]),
    ...(method === 'GET' ? [] : [element('p', {}, t.noAnswerChange)]),
    ...(method === 'POST' ? [element('p', {}, t.repeatsNothing)] : []),
  );
}

/** A block of code that looks and copies like those of the pages. */
export function codeBlock(name: string, code: HTMLElement, language: Language): HTMLElement {
  const t = senderTexts[language];
  const copyTexts = { 'data-copied': t.copied, 'data-failed': t.copyFailed };
  const label = element('span', { 'aria-live': 'polite' }, t.copy);
  const copy = element('button', { type: 'button', 'data-copy': '', ...copyTexts }, label);
  return element(
    'figure',
    { class: 'code' },
    element('figcaption', {}, element('span', {}, name), copy),
    element('pre', { tabindex: '0' }, code),
  );
}

function jsonCode(body: string): HTMLElement {
  const words = jsonWords(pretty(body)).map(({ text, look }) =>
    look ? element('span', { class: `hljs-${look}` }, text) : text,
  );
  return element('code', {}, ...words);
}

/** Links a refusal to the page of its error. */
function problemLines(body: string, language: Language): HTMLElement[] {
  const t = senderTexts[language];
  const { code, title, request_id } = problemIn(body);
  if (typeof code !== 'string' || !/^\w+$/.test(code)) return [];
  const link = element('a', { href: `/docs/${language}/errors#${code}` }, t.meaning);
  return [
    element('p', {}, element('code', {}, code), ` ${wordsIn(title)}. `, link),
    element('p', { class: 'text-sm text-soft' }, t.requestId(wordsIn(request_id))),
  ];
}

const wordsIn = (value: unknown) => (typeof value === 'string' ? value : '');

function problemIn(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function headerTable(headers: Answer['headers']): HTMLElement {
  const rows = headers.map(([name, value]) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, name),
      element('td', {}, element('code', {}, value)),
    ),
  );
  return element('table', {}, element('tbody', {}, ...rows));
}

import { errorClass } from '../../sdk/typescript/write-errors.ts';
import type { Language } from '../../shared/language/language.ts';
import type { SearchEntry } from '../page.ts';
import { plainWords } from './link-names.ts';
import { valuesText } from './markdown-of-parts.ts';
import type { ErrorsPage } from './read-error-codes.ts';
import type { EventPage } from './read-event.ts';
import type { Field } from './read-fields.ts';
import type { OperationPage } from './read-operation.ts';
import { referenceTexts } from './texts.ts';

/** The search entries of an operation's page: the operation, its fields and its own errors. */
export function operationEntries(page: OperationPage, language: Language): SearchEntry[] {
  const t = referenceTexts[language];
  const { method, path, id, title, paragraphs, scopes, parameters, body, answer, errors } = page;
  const route = `${method} ${path}`;
  const text = [...paragraphs, scopes.join(' ') || t.noScope].join(' ');
  const sent = [parameters.path, parameters.query, body?.fields ?? []].flat();
  return [
    { title, route, words: `${route} ${id}`, text: plainWords(text) },
    ...sent.map((field) => fieldEntry(field, t.request, language)),
    ...answer.fields.map((field) => fieldEntry(field, t.answer, language)),
    ...errors
      .filter(({ isCommon }) => !isCommon)
      .map(({ code, anchor, status, cause }) => {
        return { title: code, anchor, text: plainWords(`${status} ${cause}`) };
      }),
  ];
}

export function eventEntries(page: EventPage, language: Language): SearchEntry[] {
  const t = referenceTexts[language];
  const { type, title, raised, notRaised, fields } = page;
  return [
    { title: type, text: plainWords([title, ...raised].join(' ')) },
    { title: t.notRaised, anchor: 'not-raised', text: plainWords(notRaised.join(' ')) },
    ...fields.map((field) => fieldEntry(field, type, language)),
  ];
}

export function errorEntries({ codes, fields }: ErrorsPage, language: Language): SearchEntry[] {
  const t = referenceTexts[language];
  return [
    { title: t.errorsPage, text: plainWords(`${t.errorsPageLead} ${t.errorsPageMore}`) },
    ...codes.map(({ code, statuses, title, cause, cure }) => ({
      title: code,
      anchor: code,
      words: errorClass(code),
      text: plainWords([statuses.join(' '), title, cause, cure].join(' ')),
    })),
    ...fields.map((field) => fieldEntry(field, t.problemFields, language)),
  ];
}

function fieldEntry(field: Field, place: string, language: Language): SearchEntry {
  const words = [`${place} · ${field.type}`, field.text, valuesText(field, language)];
  const text = words.filter((each) => each !== '').join(' · ');
  return { title: field.path, anchor: field.anchor, text: plainWords(text) };
}

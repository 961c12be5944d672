import { openApiDocument } from '../../rest/openapi/document.ts';
import { DOCUMENT_LANGUAGE, type Language, languages } from '../../shared/language/language.ts';
import type { Heading, Page } from '../page.ts';
import { groupByTag, type TagGroup } from '../reference/group-by-tag.ts';
import { linkNames, plainWords } from '../reference/link-names.ts';
import {
  errorsMarkdown,
  eventMarkdown,
  eventsMarkdown,
  operationMarkdown,
  operationsMarkdown,
} from '../reference/markdown-of-pages.ts';
import { type ErrorsPage, readErrorsPage } from '../reference/read-error-codes.ts';
import { type EventPage, readEvents } from '../reference/read-event.ts';
import type { Reading, Say } from '../reference/read-fields.ts';
import { type OperationPage, readOperations } from '../reference/read-operation.ts';
import { errorEntries, eventEntries, operationEntries } from '../reference/search-entries.ts';
import { referenceTexts } from '../reference/texts.ts';
import { servedMarkdown } from './links.ts';
import { linesIn, textsByPath, translationsOf } from './translations.ts';

const document = openApiDocument();
const texts = textsByPath(document);
const lines = new Map(
  await Promise.all(
    languages.map(async (language) => [language, await linesIn(language)] as const),
  ),
);

/** The pages of the operations, the errors and the events, made of the OpenAPI document. */
export function referencePages(language: Language): Page[] {
  const link = linkNames(document, language);
  const translated = sayIn(language);
  const say = (english: string) => link(translated(english));
  const all = readReference({ document, language, say, link });
  return [
    operationsPage(all, language),
    errorsPage(all, language),
    ...all.operations.map((one) => operationPage(one, language)),
    eventsPage(all, language),
    ...all.events.map((one) => eventPage(one, language)),
  ].map((page) => ({ ...page, markdown: servedMarkdown(page.markdown, (target) => target) }));
}

function operationPage(operation: OperationPage, language: Language): Page {
  const [first = operation.answer.text, ...more] = operation.paragraphs;
  const { lead, rest } = opened(first);
  return {
    language,
    group: 'reference',
    subgroup: operation.tag,
    title: operation.title,
    path: `reference/${operation.slug}`,
    lead,
    isWide: true,
    body: { kind: 'operation', operation: { ...operation, paragraphs: [...rest, ...more] } },
    contents: [],
    markdown: operationMarkdown(operation, language),
    entries: operationEntries(operation, language),
  };
}

/** Splits off the first sentence, as the lead of a page. */
function opened(paragraph: string): { lead: string; rest: string[] } {
  const [, first = paragraph, rest = ''] = /^(.+?[.!?])\s+([\s\S]+)$/.exec(paragraph) ?? [];
  return { lead: plainWords(first), rest: rest === '' ? [] : [rest] };
}

function eventPage(event: EventPage, language: Language): Page {
  return {
    language,
    group: 'events',
    title: event.type,
    lead: plainWords(event.title),
    path: `events/${event.type}`,
    isWide: true,
    body: { kind: 'event', event },
    contents: [],
    markdown: eventMarkdown(event, language),
    entries: eventEntries(event, language),
  };
}

function operationsPage({ groups }: Reference, language: Language): Page {
  const { reference: title, referenceLead: lead } = referenceTexts[language];
  return {
    language,
    group: 'reference',
    title,
    lead: plainWords(lead),
    path: 'reference/',
    shortTitle: referenceTexts[language].allOperations,
    isWide: true,
    body: { kind: 'operations', groups },
    contents: groups.map(({ name, anchor }) => ({ id: anchor, title: name, level: 2 })),
    markdown: operationsMarkdown(groups, language),
    entries: [{ title, text: plainWords(lead) }],
  };
}

function eventsPage({ events }: Reference, language: Language): Page {
  const { events: title, eventsLead: lead, allEvents: shortTitle } = referenceTexts[language];
  return {
    language,
    group: 'events',
    title,
    shortTitle,
    lead: plainWords(lead),
    path: 'events/',
    body: { kind: 'events', events },
    contents: [],
    markdown: eventsMarkdown(events, language),
    entries: [{ title, text: plainWords(lead) }],
  };
}

function errorsPage({ errors }: Reference, language: Language): Page {
  const t = referenceTexts[language];
  const codes = errors.codes.map(({ code }): Heading => ({ id: code, title: code, level: 3 }));
  return {
    language,
    group: 'reference',
    title: t.errorsPage,
    path: 'errors',
    lead: plainWords(t.errorsPageLead),
    body: { kind: 'errors', errors },
    contents: [
      { id: 'problem', title: t.problemFields, level: 2 },
      { id: 'codes', title: t.allCodes, level: 2 },
      ...codes,
    ],
    markdown: errorsMarkdown(errors, language),
    entries: errorEntries(errors, language),
  };
}

/** All that the reference shows, in one language. */
type Reference = {
  operations: OperationPage[];
  groups: TagGroup[];
  events: EventPage[];
  errors: ErrorsPage;
};

export function readReference(reading: Reading): Reference {
  const operations = readOperations(reading);
  return {
    operations,
    groups: groupByTag(reading, operations),
    events: readEvents(reading),
    errors: readErrorsPage(reading, operations),
  };
}

/** Returns a function that translates the texts of the document. */
export function sayIn(language: Language, note?: (english: string) => void): Say {
  const translations = translationsOf(texts, lines.get(language) ?? []);
  return (english) => {
    note?.(english);
    if (language === DOCUMENT_LANGUAGE) return english;
    const text = translations.get(english);
    if (text !== undefined) return text;
    const [at] = [...texts].find(([, own]) => own === english) ?? [];
    throw new Error(`No "${language}" for ${at}: ${english}`);
  };
}

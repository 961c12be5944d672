import { DOCUMENT_LANGUAGE, type Language, type Translated } from '../../shared/language.ts';
import { accountAndMemberTexts } from '../german/account-and-members.ts';
import { assignmentAndCaseTexts } from '../german/assignments-and-cases.ts';
import { catalogAndAnalyticsTexts } from '../german/catalog-and-analytics.ts';
import { crmTexts } from '../german/crm.ts';
import { eventTexts } from '../german/events.ts';
import { problemTexts } from '../german/problem.ts';
import { sharedTexts } from '../german/shared.ts';
import { trainingTexts } from '../german/trainings.ts';
import { webhookTexts } from '../german/webhooks.ts';
import type { Say } from './read-fields.ts';

/** The parts of the dictionary. Each maps English texts of the OpenAPI document to German. */
export const germanParts: readonly Record<string, string>[] = [
  sharedTexts,
  accountAndMemberTexts,
  trainingTexts,
  assignmentAndCaseTexts,
  catalogAndAnalyticsTexts,
  crmTexts,
  webhookTexts,
  eventTexts,
  problemTexts,
];

export const germanTexts: Record<string, string> = Object.assign({}, ...germanParts);

type Dictionary = { folder: string; texts: Readonly<Record<string, string>> };

const dictionaries: Record<Translated, Dictionary> = {
  de: { folder: 'src/docs/german', texts: germanTexts },
};

/** Returns a function that translates texts of the document. A dictionary has each other language. */
export function sayIn(language: Language, note?: (english: string) => void): Say {
  return (english) => {
    note?.(english);
    if (language === DOCUMENT_LANGUAGE) return english;
    const { folder, texts } = dictionaries[language];
    const text = texts[english];
    if (text === undefined) throw new Error(`No text in ${folder} for: ${english}`);
    return text;
  };
}

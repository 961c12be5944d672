import { DOCUMENT_LANGUAGE, type Language } from '../language/language.ts';
import { accountRefusals } from './refusal-texts/account.ts';
import { apiKeyRefusals } from './refusal-texts/api-keys.ts';
import { crmRefusals } from './refusal-texts/crm.ts';
import { teamRefusals } from './refusal-texts/team.ts';
import { urlRefusals } from './refusal-texts/urls.ts';
import { webhookRefusals } from './refusal-texts/webhooks.ts';

/**
 * Why a call is refused, for people who meet the refusal in the app. The English text is also the
 * `detail` of the answer. `{}` stands for a number or an id.
 */
export const refusalTexts = {
  ...accountRefusals,
  ...teamRefusals,
  ...apiKeyRefusals,
  ...webhookRefusals,
  ...urlRefusals,
  ...crmRefusals,
};

type Texts = typeof refusalTexts;
type FixedText = {
  [Id in keyof Texts]: Texts[Id][typeof DOCUMENT_LANGUAGE] extends `${string}{}${string}`
    ? never
    : Id;
}[keyof Texts];

/** Names a text, and gives the value for its `{}`. */
export type Because = FixedText | readonly [text: Exclude<keyof Texts, FixedText>, value: Value];
type Value = string | number;

/** The text for a person. */
export function explanationOf(because: Because, language: Language): string {
  if (typeof because === 'string') return refusalTexts[because][language];
  const [text, value] = because;
  return refusalTexts[text][language].replace('{}', () => `${value}`);
}

/** The text for programs. */
export const detailOf = (because: Because): string => explanationOf(because, DOCUMENT_LANGUAGE);

/** True for a reason that this release knows. A stored answer may have a reason of another release. */
export function isBecause(stored: unknown): stored is Because {
  const [text] = Array.isArray(stored) ? stored : [stored];
  return Object.hasOwn(refusalTexts, text);
}

const byDetail = new Map<string, Record<Language, string>>(
  Object.values(refusalTexts).map((texts) => [texts[DOCUMENT_LANGUAGE], texts]),
);

/**
 * The text for a person, for a line of a log. The line has the detail of the answer, if no value was in it.
 */
export function explanationOfLogged(detail: string, language: Language): string | undefined {
  return byDetail.get(detail)?.[language];
}

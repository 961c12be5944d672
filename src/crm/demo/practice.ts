import { isLanguage, type Language } from '../../shared/language/language.ts';
import { PRACTICE_CRM_ORIGIN } from '../../shared/web/practice-origins.ts';
import type { Access } from '../connector.ts';

/** All that a practice CRM contains follows from these two, so that the servers of all processes answer alike. */
export type PracticeAccount = {
  language: Language;
  /** When the sandbox was filled. */
  since: Date;
};

export const PRACTICE_PREFIX = 'practice-';

export function practiceId({ language, since }: PracticeAccount): string {
  return `${PRACTICE_PREFIX}${language}-${since.getTime()}`;
}

/** Null if this is no id of a practice CRM. */
export function practiceAccount(id: string): PracticeAccount | null {
  const [, language, since] = /^practice-([a-z]{2})-(\d{1,14})$/.exec(id) ?? [];
  return isLanguage(language) ? { language, since: new Date(Number(since)) } : null;
}

/** Nobody can enter this access: the form of the connector takes no fields. */
export function practiceAccess(id: string) {
  return { kind: 'token' as const, entered: { account: id }, tokens: null };
}

/** Where a practice CRM is: each process leads this address to its own server. Null for another access. */
export function practiceBaseUrl(access: Access): string | null {
  const id = access.kind === 'token' ? access.entered.account : undefined;
  return id !== undefined && practiceAccount(id) ? `${PRACTICE_CRM_ORIGIN}/${id}` : null;
}

import { isLanguage, type Language } from '../../shared/language/language.ts';
import { PRACTICE_ORIGIN } from '../../shared/web/practice-origins.ts';

/** Whom the receiver answers in which language. It finds the endpoint's secret by this URL. */
type PracticeAddress = { language: Language; tenantId: string; name: string };

export function practiceUrl({ language, tenantId, name }: PracticeAddress): string {
  return `${PRACTICE_ORIGIN}/${language}/${tenantId}/${name}`;
}

/** Null if the practice receiver has no such path. */
export function practiceAddress(path: string): PracticeAddress | null {
  const [, language, tenantId = '', name = ''] =
    /^\/([a-z]{2})\/(ten_[0-9A-Za-z]{1,60})\/([a-z]{1,20})$/.exec(path) ?? [];
  return isLanguage(language) ? { language, tenantId, name } : null;
}

const unknownMember: Record<Language, string> = {
  de: 'Dieser Übungsempfänger lernt Mitglieder aus member.joined kennen, und dieser Endpunkt hat das Ereignis nicht abonniert. Abonnieren Sie es, und senden Sie dann erneut.',
  en: 'This practice receiver learns members from member.joined, and this endpoint is not subscribed to it. Subscribe to it, then resend.',
};

/** The receiver with the one failure that there is to find. */
export const REFUSING = 'crm';

/** The answer to a genuine event. */
export function practiceAnswer(
  { language, name }: PracticeAddress,
  type: string,
  subscribed: readonly string[],
): { code: number; body: string } {
  const isUnknown = type === 'assignment.created' && !subscribed.includes('member.joined');
  if (name === REFUSING && isUnknown) {
    const detail = unknownMember[language];
    return { code: 422, body: JSON.stringify({ error: 'unknown member_id', detail }) };
  }
  return { code: 200, body: '{"received":true}' };
}

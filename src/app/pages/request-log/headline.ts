import {
  INVITATIONS_PER_HOUR,
  REQUESTS_PER_KEY,
  TESTS_PER_MINUTE,
} from '../../../auth/rate-limits.ts';
import type { LoggedRequest } from '../../../features/request-log/request-log.schema.ts';
import type { Language } from '../../../shared/language/language.ts';
import type { FieldRule } from './field-rules.ts';
import { ruleTexts } from './rule-texts.ts';

/** A sentence that begins with the name of a field, if it is about one, and a second one about further fields. */
type Headline = { name?: string; text: string; others?: string };

// The limit of a team is not named here: it may have been another one at the time of the request.
const numbers = {
  key: REQUESTS_PER_KEY,
  invitations: INVITATIONS_PER_HOUR,
  tests: TESTS_PER_MINUTE,
} as const;

const hasNumber = (limit: string): limit is keyof typeof numbers => Object.hasOwn(numbers, limit);

/** The rule that a refused request broke. Undefined if the log knows no more than the code of the error. */
export function headlineOf(
  why: LoggedRequest['why'],
  [first, ...others]: readonly FieldRule[],
  language: Language,
): Headline | undefined {
  const t = ruleTexts[language];
  if (why?.required_scope) return { text: t.noScope(why.required_scope) };
  if (why?.limit && hasNumber(why.limit)) {
    return { text: t.limits[why.limit](numbers[why.limit]) };
  }
  if (!first) return undefined;
  const { name, must, fault } = first;
  // The log does not keep a name that the client has chosen.
  if (name === '' || name === '…') return fault ? { text: fault } : undefined;
  const text = must ? ` ${must}` : fault ? `: ${fault}` : ` ${t.isRefused}`;
  // Their number is not said, because the log keeps only the first fields.
  return { name, text, ...(others.length > 0 && { others: t.others(others.length) }) };
}

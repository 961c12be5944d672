import type { uiTexts } from './texts.ts';

type Issue = {
  code?: string;
  message?: string;
  minimum?: number;
  input?: unknown;
  format?: string;
};

/** The text of an error that Zod or the server has found, in the person's language. */
export function issueText(issue: unknown, t: (typeof uiTexts)['de']): string {
  if (typeof issue === 'string') return issue;
  const { code, message, minimum, format } = issue as Issue;
  if (format === 'email') return t.invalidEmail;
  if (format === 'json_string') return t.invalidJson;
  switch (code) {
    // A check that only the server makes. It sends its own text.
    case 'refused':
      return message || t.invalid;
    case 'too_small':
      return minimum !== undefined && minimum > 1 ? t.tooShort(minimum) : t.required;
    case 'too_big':
      return t.tooLong;
    case 'invalid_type':
      return t.required;
    default:
      return t.invalid;
  }
}

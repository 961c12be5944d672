import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

/**
 * Says in our words what is expected. If the schema has words of its own, these are used. Without this
 * function, the words of Zod would appear beside ours.
 */
export function issueWords(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This field is required.'
        : sentence(`${kinds[issue.expected] ?? 'another type'}, not ${kindOf(issue.input)}`);
    case 'invalid_value':
      return issue.values.length === 1
        ? `Only ${String(issue.values[0])} is possible.`
        : `One of: ${issue.values.map(String).join(', ')}.`;
    case 'too_big':
      return sentence(`at most ${amount(issue.origin, issue.maximum)}`);
    case 'too_small':
      return sentence(`at least ${amount(issue.origin, issue.minimum)}`);
    case 'invalid_format':
      return issue.format === 'email' ? 'An e-mail address.' : 'Not in the form that is needed.';
    case 'not_multiple_of':
      return `A multiple of ${issue.divisor}.`;
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
      return 'In none of the possible forms.';
    // Other code has the words for these: field-issues.ts, or the schema that makes the issue.
    case 'unrecognized_keys':
    case 'custom':
      return undefined;
  }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function kindOf(input: unknown): string {
  if (Array.isArray(input)) return 'a list';
  if (input === null || typeof input === 'boolean') return String(input);
  return kinds[typeof input] ?? 'that';
}

function amount(origin: string, count: number | bigint): string {
  const units: Record<string, [one: string, many: string]> = {
    string: ['character', 'characters'],
    array: ['item', 'items'],
  };
  const unit = units[origin]?.[Number(count) === 1 ? 0 : 1];
  return unit ? `${count} ${unit}` : `${count}`;
}

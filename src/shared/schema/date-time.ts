import { z } from 'zod';
import { described } from './described.ts';

const EXPECTED_INSTANT =
  'A date-time with seconds and offset, for instance 2026-01-31T12:00:00Z. In a query, encode + as %2B.';
const EXPECTED_DAY = 'A day of the calendar as YYYY-MM-DD.';
const NO_SUCH_DAY = 'The calendar has no such day.';
const NO_SUCH_TIME = 'There is no such day or time.';

const FORM_OF_DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const FORM_OF_INSTANT =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$/;

/** An offset can lead to the year 0 or 10000, but four digits cannot express these years. */
const UTC_INSTANT = /^(?!0000)[0-9]{4}-/;

/** These digits are cut off before parsing, because V8 misreads a fraction of ten or more digits. */
const FINER_THAN_MILLISECONDS = /(?<=\.[0-9]{3})[0-9]+/;

const instant = z.iso.datetime({ offset: true });

/**
 * An instant, as text in UTC with milliseconds (D27). Finer digits are cut off (D28). `t` and `z` are those of RFC 3339,
 * section 5.6, which has both in either case.
 */
export const dateTimeInput = z
  .string()
  .transform((input, context) => {
    const text = input.replace(/[tz]/g, (letter) => letter.toUpperCase());
    const utc = instant.safeParse(text).success ? inUtc(text) : null;
    if (utc !== null && UTC_INSTANT.test(utc)) return utc;
    const message = utc === null && FORM_OF_INSTANT.test(text) ? NO_SUCH_TIME : EXPECTED_INSTANT;
    context.addIssue({ code: 'invalid_format', format: 'datetime', message });
    return z.NEVER;
  })
  .meta({ override: ({ jsonSchema }) => void Object.assign(jsonSchema, { format: 'date-time' }) });

function inUtc(text: string): string {
  return new Date(text.replace(FINER_THAN_MILLISECONDS, '')).toISOString();
}

/** When an object of the public API was created. */
export const createdAt = described(z.iso.datetime().nullable(), 'When it was created.');

/** A real calendar day without a zone. Past days are accepted (D29). */
export const dateInput = z.iso
  .date({ error: ({ input }) => (hasFormOfDay(input) ? NO_SUCH_DAY : EXPECTED_DAY) })
  .refine((day) => !day.startsWith('0000'), EXPECTED_DAY)
  .meta({ override: ({ jsonSchema }) => withoutPattern(jsonSchema) });

/** The input may be anything that JSON can say. `String()` throws for `{"toString":1}`. */
const hasFormOfDay = (input: unknown) => typeof input === 'string' && FORM_OF_DAY.test(input);

/**
 * Leaves the pattern out of the document. `format` says the same, and the pattern is four lines
 * about leap years.
 */
function withoutPattern(jsonSchema: { pattern?: string | undefined }): void {
  delete jsonSchema.pattern;
}

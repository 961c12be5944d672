import { z } from 'zod';

const EXPECTED_INSTANT =
  'A date-time with seconds and offset, for instance 2026-01-31T12:00:00Z. In a query, encode + as %2B.';
const EXPECTED_DAY = 'A day of the calendar as YYYY-MM-DD.';

/** Neither JavaScript's nor PostgreSQL's four-digit text knows a year 0 or 10000, which an offset can lead to. */
const UTC_INSTANT = /^(?!0000)[0-9]{4}-/;

/** Cut here, because V8 misreads a fraction of ten digits and more. */
const FINER_THAN_MILLISECONDS = /(?<=\.[0-9]{3})[0-9]+/;

/** D28: an instant as text in UTC with milliseconds (D27); what is finer is cut off. */
export const dateTimeInput = z.iso
  .datetime({ offset: true, error: EXPECTED_INSTANT })
  .transform((text, context) => {
    const instant = new Date(text.replace(FINER_THAN_MILLISECONDS, '')).toISOString();
    if (UTC_INSTANT.test(instant)) return instant;
    context.addIssue({ code: 'custom', message: EXPECTED_INSTANT });
    return z.NEVER;
  })
  .meta({ override: ({ jsonSchema }) => withoutPattern(jsonSchema) });

/** D29: a real calendar day without a zone; the past is accepted. */
export const dateInput = z.iso
  .date({ error: EXPECTED_DAY })
  .refine((day) => !day.startsWith('0000'), EXPECTED_DAY)
  .meta({ override: ({ jsonSchema }) => withoutPattern(jsonSchema) });

/** `format` says it; the pattern behind it is four lines of leap years. */
function withoutPattern(jsonSchema: { pattern?: string | undefined }): void {
  delete jsonSchema.pattern;
}

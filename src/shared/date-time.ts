import { z } from 'zod';

const EXPECTED_INSTANT =
  'A date-time with seconds and offset, for instance 2026-01-31T12:00:00Z. In a query, encode + as %2B.';
const EXPECTED_DAY = 'A day of the calendar as YYYY-MM-DD.';

/** An offset can lead to the year 0 or 10000, which four digits cannot express. */
const UTC_INSTANT = /^(?!0000)[0-9]{4}-/;

/** These digits are cut off before parsing, because V8 misreads a fraction of ten or more digits. */
const FINER_THAN_MILLISECONDS = /(?<=\.[0-9]{3})[0-9]+/;

/** An instant, as text in UTC with milliseconds (D27). Finer digits are cut off (D28). */
export const dateTimeInput = z.iso
  .datetime({ offset: true, error: EXPECTED_INSTANT })
  .transform((text, context) => {
    const instant = new Date(text.replace(FINER_THAN_MILLISECONDS, '')).toISOString();
    if (UTC_INSTANT.test(instant)) return instant;
    context.addIssue({ code: 'custom', message: EXPECTED_INSTANT });
    return z.NEVER;
  })
  .meta({ override: ({ jsonSchema }) => withoutPattern(jsonSchema) });

/** A real calendar day without a zone. Past days are accepted (D29). */
export const dateInput = z.iso
  .date({ error: EXPECTED_DAY })
  .refine((day) => !day.startsWith('0000'), EXPECTED_DAY)
  .meta({ override: ({ jsonSchema }) => withoutPattern(jsonSchema) });

/**
 * Leaves the pattern out of the document. `format` says the same, and the pattern is four lines
 * about leap years.
 */
function withoutPattern(jsonSchema: { pattern?: string | undefined }): void {
  delete jsonSchema.pattern;
}

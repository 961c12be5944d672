import { defineTexts } from '../../text/define-texts.ts';

type Bar = { count: string; from: string };

/** Texts of the view of errors. They are loaded with it. */
export const errorsTexts = defineTexts(
  {
    noErrors: 'Keine Fehler in diesem Zeitraum',
    noErrorsMore: 'Alle Anfragen wurden beantwortet wie verlangt.',
    courseText: (last: Bar, most: Bar) =>
      `${last.count} seit ${last.from}, am meisten ab ${most.from}: ${most.count}`,
  },
  {
    noErrors: 'No errors in this period',
    noErrorsMore: 'All requests succeeded.',
    courseText: (last: Bar, most: Bar) =>
      `${last.count} since ${last.from}, most from ${most.from} on: ${most.count}`,
  },
);

import { defineTexts } from '../../text/define-texts.ts';

export const dayTexts = defineTexts(
  {
    calendarOf: (field: string) => `Kalender: ${field}`,
    dayHint: 'Zum Beispiel 1.12.2026, morgen oder in 2 Wochen.',
    noDay: 'Das ist kein Tag. Schreiben Sie etwa 1.12.2026, morgen oder in 2 Wochen.',
    dayWrong: 'Dieser Tag ist nicht möglich.',
  },
  {
    calendarOf: (field: string) => `Calendar: ${field}`,
    dayHint: 'Such as 1 Dec 2026, tomorrow or in 2 weeks.',
    noDay: 'This is no day. Write it like 1 Dec 2026, tomorrow or in 2 weeks.',
    dayWrong: 'This day is not possible.',
  },
);

import { defineTexts } from '../../text/define-texts.ts';

/** Apart from the texts of the page, because the page first shows its requests. */
export const usageTexts = defineTexts(
  {
    days: { '7': '7 Tage', '30': '30 Tage', '90': '90 Tage' },
    perDay: 'Anfragen pro Tag (UTC)',
    before: 'Zeitraum davor',
    daysBefore: (days: number) =>
      `den gleichen Wochentagen davor (je ${days} volle Tage, ohne heute)`,
    perKey: 'Nach Programm',
    failed: 'Erfolglos',
    failedMore: 'Abgelehnt, auch wegen eines Limits, oder an einem Fehler bei uns gescheitert.',
    failureRate: 'Fehlerquote',
    p95Meant:
      '95 von 100 Anfragen wurden in dieser Zeit beantwortet. Gezählt sind die neuesten 50.000 des Teams aus höchstens 30 Tagen. Ein Strich: weniger als 20.',
    total: 'Anfragen',
    share: 'Erfolgreich',
    drag: 'Ein Klick zeigt die Anfragen eines Tages, Ziehen die mehrerer Tage.',
    tooOld: 'Einzelne Anfragen gibt es nur für die letzten 30 Tage.',
    emptyUsage: 'In diesem Zeitraum gab es keine Anfrage',
  },
  {
    days: { '7': '7 days', '30': '30 days', '90': '90 days' },
    perDay: 'Requests per day (UTC)',
    before: 'Previous period',
    daysBefore: (days: number) =>
      `the same weekdays before (${days} full days each, without today)`,
    perKey: 'By program',
    failed: 'Unsuccessful',
    failedMore: 'Refused, also because of a limit, or failed because of an error of ours.',
    failureRate: 'Failure rate',
    p95Meant:
      "95 of 100 requests got their response within this time. Based on the team's newest 50,000 requests of 30 days at most. A dash: fewer than 20.",
    total: 'Requests',
    share: 'Successful',
    drag: 'Click a day to see its requests, or drag across several.',
    tooOld: 'Single requests are kept for the last 30 days only.',
    emptyUsage: 'There was no request in this period',
  },
);

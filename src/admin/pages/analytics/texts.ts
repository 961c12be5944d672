import { defineTexts } from '../../text/define-texts.ts';

export const analyticsTexts = defineTexts(
  {
    lead: 'Wie Ihr Team trainiert und wo es sich verbessert. Gezählt werden nur aktive Mitglieder.',
    members: 'Aktive Mitglieder',
    sessions: 'Trainings',
    scored: 'Bewertet',
    average: 'Ø Ergebnis',
    ofHundred: 'von 100',
    trend: 'Ø Ergebnis pro Woche',
    trendOf: (dimension: string) => `${dimension} pro Woche`,
    total: 'Gesamt',
    measure: 'Was das Diagramm zeigt',
    range: 'Zeitraum',
    ranges: { '12': '12 Wochen', '26': '26 Wochen', '53': '53 Wochen' },
    weekOf: (day: string) => `Woche ab ${day}`,
    weeksHidden:
      'Wochen mit weniger als fünf bewerteten Mitgliedern zeigen kein Ergebnis, solange Mitgliederdetails aus sind.',
    dimensions: 'Dimensionen',
    names: {
      closing: 'Abschluss',
      conversation_control: 'Gesprächsführung',
      needs_analysis: 'Bedarfsanalyse',
      objection_handling: 'Einwandbehandlung',
      value_argument: 'Nutzenargumentation',
    },
    gap: 'Lücke',
    gaps: 'Größte Lücken',
    noGaps: 'Keine Dimension liegt unter 60 Punkten.',
    gapsMore: 'Unter 60 Punkten, die niedrigste zuerst. Hier hilft eine gezielte Aufgabe.',
    empty: 'Noch kein bewertetes Training',
    emptyMore:
      'Sobald ein Mitglied ein Training abschließt, stehen hier Ergebnis, Trend und Lücken.',
    table: 'Mitglieder',
    name: 'Name',
    delta: '30 Tage',
    last: 'Zuletzt',
    hiddenBy: {
      privacy_switches: 'Keine Werte einzelner Mitglieder',
      few_members: 'Noch zu wenige bewertete Mitglieder',
    },
    hiddenMore: {
      privacy_switches:
        'Beide Schalter, Mitgliederdetails und Rangliste, müssen an sein. Die Inhaberin oder der Inhaber stellt sie unter Datenschutz ein.',
      few_members:
        'Die Tabelle erscheint, sobald mindestens fünf aktive Mitglieder ein bewertetes Training haben. So lässt sich niemand herausrechnen.',
    },
    toPrivacy: 'Datenschutz öffnen',
    sort: 'Sortieren nach',
    sorts: {
      avg_score: 'Ø Ergebnis',
      sessions: 'Trainings',
      trend_delta: 'Veränderung',
      name: 'Name',
      last_session_at: 'Zuletzt',
    },
    next: 'Weiter',
    previous: 'Zurück',
    page: (from: number, to: number, of: number) => `${from} bis ${to} von ${of}`,
  },
  {
    lead: 'How your team trains and where it improves. Only active members are counted.',
    members: 'Active members',
    sessions: 'Trainings',
    scored: 'Scored',
    average: 'Avg. score',
    ofHundred: 'of 100',
    trend: 'Avg. score per week',
    trendOf: (dimension: string) => `${dimension} per week`,
    total: 'Total',
    measure: 'What the chart shows',
    range: 'Period',
    ranges: { '12': '12 weeks', '26': '26 weeks', '53': '53 weeks' },
    weekOf: (day: string) => `Week of ${day}`,
    weeksHidden:
      'Weeks with fewer than five scored members show no score while member detail is off.',
    dimensions: 'Dimensions',
    names: {
      closing: 'Closing',
      conversation_control: 'Conversation control',
      needs_analysis: 'Needs analysis',
      objection_handling: 'Objection handling',
      value_argument: 'Value argument',
    },
    gap: 'Gap',
    gaps: 'Largest gaps',
    noGaps: 'No dimension is under 60 points.',
    gapsMore: 'Under 60 points, the lowest first. A targeted assignment helps here.',
    empty: 'No scored training yet',
    emptyMore: 'As soon as a member finishes a training, score, trend and gaps are here.',
    table: 'Members',
    name: 'Name',
    delta: '30 days',
    last: 'Last',
    hiddenBy: {
      privacy_switches: 'No values of individual members',
      few_members: 'Too few scored members yet',
    },
    hiddenMore: {
      privacy_switches:
        'Both switches, member detail and leaderboard, must be on. The owner sets them under Privacy.',
      few_members:
        'The table appears as soon as at least five active members have a scored training. That way nobody can be singled out.',
    },
    toPrivacy: 'Open privacy',
    sort: 'Sort by',
    sorts: {
      avg_score: 'Avg. score',
      sessions: 'Trainings',
      trend_delta: 'Change',
      name: 'Name',
      last_session_at: 'Last',
    },
    next: 'Next',
    previous: 'Back',
    page: (from: number, to: number, of: number) => `${from} to ${to} of ${of}`,
  },
);

export type DimensionName = keyof (typeof analyticsTexts)['de']['names'];

/** A dimension that is newer than this page is shown by its name. */
export function dimensionText(
  name: string | null,
  { names }: Pick<(typeof analyticsTexts)['de'], 'names'>,
): string {
  return names[name as DimensionName] ?? name ?? '–';
}

import { z } from 'zod';
import { described, docText } from '../../shared/schema/doc-text.ts';
import { GAP_BELOW } from '../../shared/web/figures.ts';

const ofFew = {
  en: 'Also null while `member_detail_enabled` is off and fewer than five active members contribute to it.',
  de: 'Auch null, solange `member_detail_enabled` aus ist und weniger als fünf aktive Mitglieder dazu beitragen.',
};

export const teamAnalytics = z
  .object({
    totals: described(
      z.object({
        active_members: described(z.int().nullable(), {
          en: 'How many members are active, the owner included.',
          de: 'Wie viele Mitglieder aktiv sind, mit der Inhaberin oder dem Inhaber.',
        }),
        scored: described(z.int().nullable(), {
          en: 'Scored sessions.',
          de: 'Bewertete Trainings.',
        }),
        sessions: described(z.int().nullable(), {
          en: 'All sessions, scored or not.',
          de: 'Alle Trainings, bewertet oder nicht.',
        }),
        avg_score: described(z.number().nullable(), {
          en: `The average score; null without a scored session. ${ofFew.en}`,
          de: `Das durchschnittliche Ergebnis; null ohne bewertetes Training. ${ofFew.de}`,
        }),
      }),
      {
        en: 'All sessions of active members since the team began.',
        de: 'Alle Trainings aktiver Mitglieder, seit es das Team gibt.',
      },
    ),
    dimensions: described(
      z.array(
        z.object({
          dimension: described(z.string().nullable(), {
            en: 'The name of the dimension.',
            de: 'Der Name der Dimension.',
          }),
          value: described(z.number().nullable(), {
            en: `Its average, from 0 to 100. ${ofFew.en}`,
            de: `Ihr Durchschnitt, von 0 bis 100. ${ofFew.de}`,
          }),
        }),
      ),
      {
        en: 'The average of each dimension; empty without a scored session.',
        de: 'Der Durchschnitt jeder Dimension; leer ohne bewertetes Training.',
      },
    ),
    skill_gaps: described(z.array(z.string()), {
      en: `Up to three dimensions with the lowest average under ${GAP_BELOW}. Empty while their averages are null.`,
      de: `Bis zu drei Dimensionen mit dem niedrigsten Durchschnitt unter ${GAP_BELOW}. Leer, solange deren Durchschnitte null sind.`,
    }),
    trend: described(
      z.array(
        z.object({
          score: described(z.int().nullable(), {
            en: `The average of the week; null for a week without a scored session. ${ofFew.en}`,
            de: `Der Durchschnitt der Woche; null für eine Woche ohne bewertetes Training. ${ofFew.de}`,
          }),
        }),
      ),
      {
        en: 'The average score of the last twelve ISO weeks (UTC), oldest first.',
        de: 'Das durchschnittliche Ergebnis der letzten zwölf ISO-Wochen (UTC), die älteste zuerst.',
      },
    ),
    members: described(
      z.array(
        z.object({
          sessions: described(z.int(), {
            en: 'All sessions of the member, scored or not.',
            de: 'Alle Trainings des Mitglieds, bewertet oder nicht.',
          }),
          avg_score: described(z.number().nullable(), {
            en: 'The average score of the member.',
            de: 'Das durchschnittliche Ergebnis des Mitglieds.',
          }),
          trend_delta: described(z.number().nullable(), {
            en: 'The average of the last 30 days minus that of the 30 before.',
            de: 'Der Durchschnitt der letzten 30 Tage minus den der 30 davor.',
          }),
        }),
      ),
      {
        en: 'Active members, best average first. Empty unless `member_detail_enabled` and `leaderboard_enabled` are on and at least five of them have a scored session.',
        de: 'Aktive Mitglieder, der beste Durchschnitt zuerst. Leer, wenn nicht `member_detail_enabled` und `leaderboard_enabled` an sind und mindestens fünf von ihnen ein bewertetes Training haben.',
      },
    ),
  })
  .meta({
    id: 'TeamAnalytics',
    description: docText({
      en: 'Sums and averages of the whole team.',
      de: 'Summen und Durchschnitte des ganzen Teams.',
    }),
    examples: [
      {
        totals: { active_members: 12, scored: 341, sessions: 362, avg_score: 66.4 },
        dimensions: [
          { dimension: 'closing', value: 57.2 },
          { dimension: 'conversation_control', value: 71.5 },
          { dimension: 'needs_analysis', value: 68.9 },
          { dimension: 'objection_handling', value: 59.1 },
          { dimension: 'value_argument', value: 70.3 },
        ],
        skill_gaps: ['closing', 'objection_handling'],
        trend: [61, 63, null, 62, 64, 66, 65, 67, 66, 68, 69, 68].map((score) => ({ score })),
        members: [{ sessions: 41, avg_score: 78.2, trend_delta: 3.1 }],
      },
    ],
  });
export type TeamAnalytics = z.output<typeof teamAnalytics>;

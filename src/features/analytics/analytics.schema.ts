import { z } from 'zod';

const ofFew =
  'Also null while `member_detail_enabled` is off and fewer than five active members contribute to it.';

export const teamAnalytics = z
  .object({
    totals: z
      .object({
        active_members: z
          .int()
          .nullable()
          .meta({ description: 'How many members are active, the owner included.' }),
        scored: z.int().nullable().meta({ description: 'Scored sessions.' }),
        sessions: z.int().nullable().meta({ description: 'All sessions, scored or not.' }),
        avg_score: z
          .number()
          .nullable()
          .meta({
            description: `The average score; null without a scored session. ${ofFew}`,
          }),
      })
      .meta({ description: 'All sessions of active members since the team began.' }),
    dimensions: z
      .array(
        z.object({
          dimension: z.string().nullable().meta({ description: 'The name of the dimension.' }),
          value: z
            .number()
            .nullable()
            .meta({ description: `Its average, from 0 to 100. ${ofFew}` }),
        }),
      )
      .meta({ description: 'The average of each dimension; empty without a scored session.' }),
    skill_gaps: z.array(z.string()).meta({
      description:
        'Up to three dimensions with the lowest average under 60. Empty while their averages are null.',
    }),
    trend: z
      .array(
        z.object({
          score: z
            .int()
            .nullable()
            .meta({
              description: `The average of the week; null for a week without a scored session. ${ofFew}`,
            }),
        }),
      )
      .meta({ description: 'The average score of the last twelve ISO weeks (UTC), oldest first.' }),
    members: z
      .array(
        z.object({
          sessions: z.int().meta({ description: 'All sessions of the member, scored or not.' }),
          avg_score: z
            .number()
            .nullable()
            .meta({ description: 'The average score of the member.' }),
          trend_delta: z
            .number()
            .nullable()
            .meta({ description: 'The average of the last 30 days minus that of the 30 before.' }),
        }),
      )
      .meta({
        description:
          'Active members, best average first. Empty unless `member_detail_enabled` and ' +
          '`leaderboard_enabled` are on and at least five of them have a scored session.',
      }),
  })
  .meta({
    id: 'TeamAnalytics',
    description: 'Sums and averages of the whole team.',
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

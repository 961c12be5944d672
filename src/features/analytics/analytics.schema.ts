import { z } from 'zod';
import { described } from '../../shared/schema/described.ts';
import { GAP_BELOW } from '../../shared/web/figures.ts';

const ofFew =
  'Also null while `member_detail_enabled` is off and fewer than five active members contribute to it.';

export const teamAnalytics = z
  .object({
    totals: described(
      z.object({
        active_members: described(
          z.int().nullable(),
          'How many members are active, the owner included.',
        ),
        scored: described(z.int().nullable(), 'Scored sessions.'),
        sessions: described(z.int().nullable(), 'All sessions, scored or not.'),
        avg_score: described(
          z.number().nullable(),
          `The average score; null without a scored session. ${ofFew}`,
        ),
      }),
      'All sessions of active members since the team began.',
    ),
    dimensions: described(
      z.array(
        z.object({
          dimension: described(z.string().nullable(), 'The name of the dimension.'),
          value: described(z.number().nullable(), `Its average, from 0 to 100. ${ofFew}`),
        }),
      ),
      'The average of each dimension; empty without a scored session.',
    ),
    skill_gaps: described(
      z.array(z.string()),
      `Up to three dimensions with the lowest average under ${GAP_BELOW}. Empty while their averages are null.`,
    ),
    trend: described(
      z.array(
        z.object({
          score: described(
            z.int().nullable(),
            `The average of the week; null for a week without a scored session. ${ofFew}`,
          ),
        }),
      ),
      'The average score of the last twelve ISO weeks (UTC), oldest first.',
    ),
    members: described(
      z.array(
        z.object({
          sessions: described(z.int(), 'All sessions of the member, scored or not.'),
          avg_score: described(z.number().nullable(), 'The average score of the member.'),
          trend_delta: described(
            z.number().nullable(),
            'The average of the last 30 days minus that of the 30 before.',
          ),
        }),
      ),
      'Active members, best average first. Empty unless `member_detail_enabled` and `leaderboard_enabled` are on and at least five of them have a scored session.',
    ),
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

import { recordedScore } from '../features/evaluations/recorded-score.schema.ts';
import { recordTraining } from '../features/trainings/record-training.ts';
import { command } from './command.ts';
import { id, json, optional, required, teamFlag } from './flags.ts';
import { inTeam } from './in-team.ts';

const scoreExample =
  '{"dimensions":{"closing":60,"conversation_control":70,"needs_analysis":65,' +
  '"objection_handling":55,"value_argument":62},"total":62}';

export const trainingRecord = command({
  name: 'training record',
  summary: 'record a training that has just ended, as the training engine does',
  result: '{training_id}',
  flags: {
    team: teamFlag,
    'user-id': required('U', 'the user_id of an active member', id),
    'assignment-id': optional('A', "the id of one of the member's assignments", id),
    score: optional('JSON', `JSON such as ${scoreExample}`, json(recordedScore)),
  },
  notes: [
    'With --score the training is scored, else completed. Beside dimensions (five whole numbers',
    '0 to 100): total, spread, tips (up to 5), goal, methodology, strongest, biggest_lever.',
    'Raises the event training.completed and, with a score, evaluation.completed.',
    'With --assignment-id the assignment is done; assignment.completed is not raised.',
  ],
  run: (context, values) =>
    inTeam(context, values.team, (call) =>
      recordTraining(call, {
        user_id: values['user-id'],
        assignment_id: values['assignment-id'],
        score: values.score,
      }),
    ),
});

import { jsonOf, operation, router, teamProcedure } from '../../operation/procedure.ts';
import { trainingIdInput } from '../trainings/trainings.schema.ts';
import { evaluation, evaluationPage, listEvaluationsInput } from './evaluations.schema.ts';
import { listOwnScores, listScores } from './list-scores.ts';
import { getEvaluation, getOwnEvaluation, listEvaluations } from './read-evaluations.ts';
import { scores, scoresInput } from './scores.schema.ts';

const read = { scope: 'evaluations:read', needsMemberDetail: true, app: 'see_trainings' } as const;

export const evaluationsRouter = router({
  list: operation(read, {
    method: 'GET',
    path: '/evaluations',
    operationId: 'listEvaluations',
    sdk: 'evaluations.list',
    tag: 'Trainings and evaluations',
    summary: 'List scored trainings',
    description:
      'Scored trainings of active members, latest evaluation first. A corrected evaluation moves to the top. With `include=evaluation` each training brings its evaluation, so that a copy needs no request for each.',
  })
    .input(listEvaluationsInput)
    .output(jsonOf(evaluationPage))
    .query(({ ctx, input }) => listEvaluations(ctx, input)),

  get: operation(read, {
    method: 'GET',
    path: '/trainings/{training_id}/evaluation',
    operationId: 'getEvaluation',
    sdk: 'evaluations.get',
    tag: 'Trainings and evaluations',
    summary: 'Get the evaluation of a training',
    description:
      'The points of each dimension, up to five tips, and what would help most. Gets 404 until the training is scored.',
    errors: ['not_found'],
  })
    .input(trainingIdInput)
    .output(jsonOf(evaluation))
    .query(({ ctx, input }) => getEvaluation(ctx, input.training_id)),

  scores: teamProcedure('see_trainings', {
    name: 'evaluations.scores',
    section: 'Trainings and evaluations',
    personal: undefined,
    needsMemberDetail: true,
  })
    .input(scoresInput)
    .output(scores)
    .query(({ ctx, input }) => listScores(ctx, input)),

  ownScores: teamProcedure('see_own_work')
    .input(scoresInput)
    .output(scores)
    .query(({ ctx, input }) => listOwnScores(ctx, input)),

  getOwn: teamProcedure('see_own_work')
    .input(trainingIdInput)
    .output(jsonOf(evaluation))
    .query(({ ctx, input }) => getOwnEvaluation(ctx, input.training_id)),
});

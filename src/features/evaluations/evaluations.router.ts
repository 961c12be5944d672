import { jsonOf, operation, router, teamProcedure } from '../../operation/procedure.ts';
import { docText } from '../../shared/schema/doc-text.ts';
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
    summary: docText({ en: 'List scored trainings', de: 'Bewertete Trainings auflisten' }),
    description: docText({
      en: 'Scored trainings of active members, latest evaluation first. A corrected evaluation moves to the top. With `include=evaluation` each training brings its evaluation, so that a copy needs no request for each.',
      de: 'Bewertete Trainings aktiver Mitglieder, die jüngste Bewertung zuerst. Eine korrigierte Bewertung rückt an den Anfang. Mit `include=evaluation` bringt jedes Training seine Bewertung mit, sodass eine Kopie nicht für jedes eine Anfrage braucht.',
    }),
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
    summary: docText({
      en: 'Get the evaluation of a training',
      de: 'Die Bewertung eines Trainings lesen',
    }),
    description: docText({
      en: 'The points of each dimension, up to five tips, and what would help most. Gets 404 until the training is scored.',
      de: 'Die Punkte jeder Dimension, bis zu fünf Tipps, und was am meisten helfen würde. Antwortet mit 404, bis das Training bewertet ist.',
    }),
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

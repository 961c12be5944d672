import { inputWith, jsonOf, operation, router, teamProcedure } from '../../operation/procedure.ts';
import { countTrainings, getTrainingsBeside, listOwnTrainings } from './count-trainings.ts';
import { getTraining, listTrainings } from './list-trainings.ts';
import {
  countTrainingsInput,
  listOwnTrainingsInput,
  listTrainingsInApp,
  listTrainingsInput,
  training,
  trainingCount,
  trainingIdInput,
  trainingPage,
  trainingsBeside,
} from './trainings.schema.ts';

const read = { scope: 'trainings:read', needsMemberDetail: true, app: 'see_trainings' } as const;

export const trainingsRouter = router({
  list: operation(read, {
    method: 'GET',
    path: '/trainings',
    operationId: 'listTrainings',
    sdk: 'trainings.list',
    tag: 'Trainings and evaluations',
    summary: 'List trainings',
    description:
      'Trainings of active members, newest first. A training must match all given filters.',
    inApp: { name: 'trainings.list', input: listTrainingsInApp },
  })
    .input(inputWith(listTrainingsInput, listTrainingsInApp))
    .output(jsonOf(trainingPage))
    .query(({ ctx, input }) => listTrainings(ctx, { ...input, ...ctx.inApp })),

  count: teamProcedure('see_trainings', {
    name: 'trainings.count',
    section: 'Trainings and evaluations',
    personal: undefined,
    needsMemberDetail: true,
  })
    .input(countTrainingsInput)
    .output(trainingCount)
    .query(({ ctx, input }) => countTrainings(ctx, input)),

  beside: teamProcedure('see_trainings', {
    name: 'trainings.beside',
    section: 'Trainings and evaluations',
    personal: undefined,
    needsMemberDetail: true,
  })
    .input(trainingIdInput)
    .output(trainingsBeside)
    .query(({ ctx, input }) => getTrainingsBeside(ctx, input.training_id)),

  get: operation(read, {
    method: 'GET',
    path: '/trainings/{training_id}',
    operationId: 'getTraining',
    sdk: 'trainings.get',
    tag: 'Trainings and evaluations',
    summary: 'Get a training',
    errors: ['not_found'],
  })
    .input(trainingIdInput)
    .output(jsonOf(training))
    .query(({ ctx, input }) => getTraining(ctx, input.training_id)),

  listOwn: teamProcedure('see_own_work')
    .input(listOwnTrainingsInput)
    .output(jsonOf(trainingPage))
    .query(({ ctx, input }) => listOwnTrainings(ctx, input)),
});

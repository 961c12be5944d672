import { jsonOf, operation, router, teamProcedure } from '../../operation/procedure.ts';
import { getTraining, listOwnTrainings, listTrainings } from './list-trainings.ts';
import {
  listOwnTrainingsInput,
  listTrainingsInput,
  training,
  trainingIdInput,
  trainingPage,
} from './trainings.schema.ts';

const read = { scope: 'trainings:read', needsMemberDetail: true, app: 'see_trainings' } as const;

export const trainingsRouter = router({
  list: operation(read, {
    method: 'GET',
    path: '/trainings',
    operationId: 'listTrainings',
    tag: 'Trainings and evaluations',
    summary: 'List trainings',
    description:
      'Sessions of active members, newest first. A session must match all given filters.',
  })
    .input(listTrainingsInput)
    .output(jsonOf(trainingPage))
    .query(({ ctx, input }) => listTrainings(ctx, input)),

  get: operation(read, {
    method: 'GET',
    path: '/trainings/{training_id}',
    operationId: 'getTraining',
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

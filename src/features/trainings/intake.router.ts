import { router, serviceProcedure } from '../../operation/procedure.ts';
import {
  endTrainingInput,
  evaluateTrainingInput,
  recordResults,
  recordTrainingsInput,
  startTrainingInput,
  takenIn,
} from './intake.schema.ts';
import { recordTrainings } from './record-trainings.ts';
import { takeInSession } from './take-in-sessions.ts';

/** The procedures with which the product's own backend hands in trainings. Each call names the team. */
export const intakeRouter = router({
  start: serviceProcedure('take_in_trainings')
    .input(startTrainingInput)
    .output(takenIn)
    .mutation(({ ctx, input: { tenant_id: _, session_id, ...start } }) =>
      takeInSession(ctx, { session_id, start }),
    ),

  finish: serviceProcedure('take_in_trainings')
    .input(endTrainingInput)
    .output(takenIn)
    .mutation(({ ctx, input: { tenant_id: _, session_id, ...end } }) =>
      takeInSession(ctx, { session_id, end: { status: 'completed', ...end } }),
    ),

  abort: serviceProcedure('take_in_trainings')
    .input(endTrainingInput)
    .output(takenIn)
    .mutation(({ ctx, input: { tenant_id: _, session_id, ...end } }) =>
      takeInSession(ctx, { session_id, end: { status: 'aborted', ...end } }),
    ),

  evaluate: serviceProcedure('take_in_trainings')
    .input(evaluateTrainingInput)
    .output(takenIn)
    .mutation(({ ctx, input: { tenant_id: _, session_id, ...evaluation } }) =>
      takeInSession(ctx, { session_id, evaluation }),
    ),

  record: serviceProcedure('take_in_trainings')
    .input(recordTrainingsInput)
    .output(recordResults)
    .mutation(({ ctx, input }) => recordTrainings(ctx, input.trainings)),
});

import { accountRouter } from '../features/account/account.router.ts';
import { assignmentsRouter } from '../features/assignments/assignments.router.ts';
import { membersRouter } from '../features/members/members.router.ts';
import { router } from './operation.ts';

/** Every procedure of the product, by noun and verb. */
export const appRouter = router({
  account: accountRouter,
  members: membersRouter,
  assignments: assignmentsRouter,
});

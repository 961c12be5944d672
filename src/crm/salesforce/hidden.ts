import { CrmFailure } from '../crm-failure.ts';

/** Null if these credentials may not see the one thing that was asked for. */
export function hiddenOrThrow(error: unknown): null {
  if (error instanceof CrmFailure && error.facts.status === 403) return null;
  throw error;
}

import { brokenAnswers, forbiddenAddresses } from '../../../crm/answer-codes.ts';
import type { CrmRun } from '../../../features/crm/connections/runs.schema.ts';
import type { failureTexts } from './failure-texts.ts';

type Failure = NonNullable<CrmRun['failure']>;
type FailureInput = {
  failure: Failure;
  /** The name of the CRM. */
  provider: string;
  t: (typeof failureTexts)['de'];
  count: (value: number) => string;
};

/** What the numbers `gone` and `of` of a failure count. */
export function thingsOf({ stream }: Failure, t: (typeof failureTexts)['de']): string {
  return stream === 'notes' ? t.ofNotes : t.deals;
}

/** What went wrong, and what a person can do. */
export function explainFailure({ failure, provider, t, count }: FailureInput): {
  what: string;
  toDo: string;
} {
  const { permission, field, gone, of } = failure;
  switch (failure.reason) {
    case 'auth':
      return permission
        ? { what: t.permission(provider, permission), toDo: t.permissionToDo(provider) }
        : { what: t.auth(provider), toDo: t.authToDo(provider) };
    case 'unavailable':
      return { what: awayText(failure, provider, t), toDo: t.unavailableToDo(provider) };
    case 'contract':
      if (forbiddenAddresses.includes(failure.code ?? '')) {
        return { what: t.addressRefused(provider), toDo: t.addressRefusedToDo };
      }
      return {
        what: field ? t.contractField(provider, field) : t.contract(provider),
        toDo: t.contractToDo,
      };
    case 'suspicious_deletion':
      return {
        what:
          gone !== undefined && of !== undefined
            ? t.deletionOf(count(gone), count(of), thingsOf(failure, t))
            : t.deletion,
        toDo: t.deletionToDo,
      };
    case 'internal':
      // worker/crm/claim.ts writes this code.
      if (failure.code === 'settings') return { what: t.settings, toDo: t.settingsToDo };
      return { what: t.internal, toDo: t.internalToDo };
  }
}

function awayText({ status, code }: Failure, provider: string, t: FailureInput['t']): string {
  const broken = brokenAnswers.find((one) => one === code);
  if (broken) return t.broken[broken](provider);
  if (status !== undefined) return t.status(provider, String(status));
  if (code === 'timeout') return t.timeout(provider);
  return code ? t.unreachable(provider, code) : t.unavailable(provider);
}

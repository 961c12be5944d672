import { brokenAnswers, forbiddenAddresses } from '../../../crm/answer-codes.ts';
import type { CrmRun } from '../../../features/crm/connections/runs.schema.ts';
import type { failureTexts } from './condition-texts.ts';

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
  const { reason, status, code, permission, field, gone, of } = failure;
  switch (reason) {
    case 'auth':
      return permission
        ? { what: t.permission(provider, permission), toDo: t.permissionToDo }
        : { what: t.auth(provider), toDo: t.authToDo };
    case 'unavailable': {
      const broken = brokenAnswers.find((one) => one === code);
      return {
        what: broken
          ? t.answered(provider, t.broken[broken])
          : t.unavailable(provider, String(status ?? code ?? '')),
        toDo: t.unavailableToDo(provider),
      };
    }
    case 'contract':
      if (forbiddenAddresses.includes(code ?? '')) {
        return { what: t.addressRefused(provider), toDo: t.addressRefusedToDo };
      }
      return { what: t.contract(provider, field ?? ''), toDo: t.contractToDo };
    case 'suspicious_deletion': {
      const isCounted = gone !== undefined && of !== undefined;
      return {
        what: isCounted ? t.deletionOf(count(gone), count(of), thingsOf(failure, t)) : t.deletion,
        toDo: t.deletionToDo,
      };
    }
    case 'internal':
      // worker/crm/claim.ts writes this code.
      if (code === 'settings') return { what: t.settings, toDo: t.settingsToDo };
      return { what: t.internal, toDo: t.internalToDo };
  }
}

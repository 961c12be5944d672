import { Link } from '@tanstack/react-router';
import type { Explanation, Reason } from '../../../features/policies/policies.schema.ts';
import { useTexts } from '../../text/language.ts';
import { Notice } from '../../ui/notice.tsx';
import { assignTexts } from './texts.ts';

type Props = {
  explanation: Explanation | undefined;
  isWhole: boolean;
  /** The one of several members for whom it was checked. */
  only: string | undefined;
};

/** What the check says of everything that is chosen so far. */
export function Verdict({ explanation, isWhole, only }: Props) {
  const t = useTexts(assignTexts);
  return (
    <div aria-live="polite" className="empty:-mt-4" data-testid="verdict">
      {explanation?.allowed === false ? (
        <Notice title={t.refused(only)} tone="warn">
          <ul className="grid gap-1.5">
            {explanation.reasons.map((reason) => (
              <li key={reason.text}>
                {reason.text} <Where reason={reason} />
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {explanation?.allowed && isWhole ? <Notice tone="good">{t.allowed(only)}</Notice> : null}
    </div>
  );
}

/** Links to where an admin can change the policy or rule that refuses. */
function Where({ reason: { why, policy, rule } }: { reason: Reason }) {
  const t = useTexts(assignTexts);
  const look = 'rounded-sm whitespace-nowrap text-accent-text underline underline-offset-4';
  if (policy) {
    return (
      <Link className={look} to="/policies">
        {t.policyLink}
      </Link>
    );
  }
  return (
    <Link className={look} search={rule ? { list: 'rules' } : {}} to="/catalog">
      {why === 'rule' ? t.ruleLink : t.catalogLink}
    </Link>
  );
}

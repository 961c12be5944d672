import type { MemberInApp } from '../../../features/members/members-in-app.schema.ts';
import { useTeam } from '../../session/session.ts';
import { useTexts } from '../../text/language.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Notice } from '../../ui/notice.tsx';
import { memberTexts } from './texts.ts';

/**
 * Says that no mails are sent, if one of these members waits for one. Only the operator may see the links: whoever has
 * a link can sign in as the invited person.
 */
export function UnsentNotice({ members }: { members: readonly MemberInApp[] }) {
  const t = useTexts(memberTexts);
  const team = useTeam();
  const isUnsent = members.some(
    ({ invitation }) => invitation?.mail === 'unsent' && !invitation.expired,
  );
  if (!isUnsent || !team) return null;
  return (
    <Notice title={t.unsentTitle} tone="warn">
      <div className="grid gap-2">
        <p>{t.unsentMore}</p>
        <CopyLine text={`npm run --silent cli -- mail list --team ${team.id} --state unsent`} />
      </div>
    </Notice>
  );
}

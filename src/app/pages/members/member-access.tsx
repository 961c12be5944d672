import type { DirectoryEntry } from '../../../features/members/directory.schema.ts';
import { Time } from '../../session/time.tsx';
import { useTexts } from '../../text/language.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { Section } from '../../ui/section.tsx';
import { InterfacesSwitch } from './interfaces-switch.tsx';
import { personTexts } from './person-texts.ts';
import { RoleChoice } from './role-choice.tsx';
import { memberTexts } from './texts.ts';

/** The membership or invitation, and what the person may do. */
export function MemberAccess({ member }: { member: DirectoryEntry }) {
  const t = useTexts(memberTexts);
  const { email, invitation, joined_at } = member;
  return (
    <Section title={useTexts(personTexts).access}>
      <RoleChoice member={member} />
      <InterfacesSwitch member={member} />
      <Details isInCard>
        {email ? (
          <Detail label={t.email}>
            <CopyableId id={email} />
          </Detail>
        ) : null}
        <Detail label="ID">
          <CopyableId id={member.id} />
        </Detail>
        {joined_at ? (
          <Detail label={t.since}>
            <Time at={joined_at} shows="date-time" />
          </Detail>
        ) : null}
        {invitation ? (
          <>
            <Detail label={t.invitedAt}>
              <Time at={invitation.sent_at} shows="date-time" />
            </Detail>
            <Detail label={t.invitationMail}>{t.mails[invitation.mail]}</Detail>
            <Detail label={t.invitationUntil}>
              <Time at={invitation.expires_at} shows="date-time" />
            </Detail>
          </>
        ) : null}
      </Details>
    </Section>
  );
}

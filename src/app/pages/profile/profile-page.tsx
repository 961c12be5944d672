import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Sections } from '../../ui/sections.tsx';
import { EmailSection } from './email-section.tsx';
import { OwnDataSection } from './own-data-section.tsx';
import { ownDataTexts } from './own-data-texts.ts';
import { profilePage } from './page.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PersonSection } from './person-section.tsx';
import { SecuritySection } from './security-section.tsx';
import { securityTexts } from './security-texts.ts';
import { SessionsSection } from './sessions-section.tsx';
import { profileTexts } from './texts.ts';

export function ProfilePage() {
  const t = useTexts(profileTexts);
  const security = useTexts(securityTexts);
  const ownData = useTexts(ownDataTexts);
  const title = profilePage.title[useLanguage()];
  const read = useQuery(trpc.account.profile.queryOptions({}));
  const { data: profile } = read;
  return (
    <>
      <PageHeader lead={profile?.email ?? '\u00a0'} title={title} />
      {profile ? (
        <Sections
          list={[
            ['person', t.person],
            ['email', t.email],
            ['passkeys', t.passkeys],
            ['password', t.password],
            ['sessions', t.sessions],
            ['security', security.title],
            ['own-data', ownData.title],
          ]}
        >
          <PersonSection key={profile.id} profile={profile} />
          <EmailSection profile={profile} />
          <PasskeysSection />
          <PasswordSection profile={profile} />
          <SessionsSection />
          <SecuritySection />
          <OwnDataSection profile={profile} />
        </Sections>
      ) : null}
      <NotLoaded read={read} />
    </>
  );
}

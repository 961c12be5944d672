import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { useLanguage } from '../../text/language.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmailSection } from './email-section.tsx';
import { OwnDataSection } from './own-data-section.tsx';
import { profilePage } from './page.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PersonSection } from './person-section.tsx';
import { SecuritySection } from './security-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

export function ProfilePage() {
  const title = profilePage.title[useLanguage()];
  const read = useQuery(trpc.account.profile.queryOptions({}));
  const { data: profile } = read;
  return (
    <div className="grid w-full max-w-2xl gap-6">
      <PageHeader lead={profile?.email ?? '\u00a0'} title={title} />
      {profile ? (
        <>
          <PersonSection key={profile.id} profile={profile} />
          <EmailSection profile={profile} />
          <PasskeysSection />
          <PasswordSection profile={profile} />
          <SessionsSection />
          <SecuritySection />
          <OwnDataSection profile={profile} />
        </>
      ) : null}
      <NotLoaded read={read} />
    </div>
  );
}

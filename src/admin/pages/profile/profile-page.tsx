import { useLanguage } from '../../text/language.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { profilePage } from './page.ts';

export function ProfilePage() {
  return <PageHeader title={profilePage.title[useLanguage()]} />;
}

import type { PageDefinition } from '../page-definition.ts';

export const membersPage: PageDefinition = {
  path: '/members',
  title: { de: 'Mitglieder', en: 'Members' },
  needs: 'see_members',
  nav: { group: 'team', icon: 'people' },
  words: 'einladen invite rolle role admin person user',
  begins: {
    title: { de: 'Mitglieder einladen', en: 'Invite members' },
    search: '?invite=1',
    needs: 'invite_members',
  },
  load: () => import('./members-page.tsx').then(({ MembersPage }) => ({ Page: MembersPage })),
};

export const memberPage: PageDefinition = {
  path: '/members/$member',
  title: { de: 'Mitglied', en: 'Member' },
  list: membersPage,
  needs: 'see_members',
  load: () => import('./member-page.tsx').then(({ MemberPage }) => ({ Page: MemberPage })),
  example: ({ memberId }) => `/members/${memberId}`,
};

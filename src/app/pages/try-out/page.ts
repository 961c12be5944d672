import type { PageDefinition } from '../page-definition.ts';

export const tryPage: PageDefinition = {
  path: '/try',
  title: { de: 'Ausprobieren', en: 'Try it' },
  needs: 'see_try_out',
  nav: { group: 'start', icon: 'training' },
  words: 'sandbox auslösen trigger event ereignis testen test',
  isOnlyInSandbox: true,
  load: () => import('./try-page.tsx').then(({ TryPage }) => ({ Page: TryPage })),
};

export const mailsPage: PageDefinition = {
  path: '/mails',
  title: { de: 'Mails der Sandbox', en: 'Mails of the sandbox' },
  needs: 'see_sandbox_mails',
  nav: { group: 'start', icon: 'mail' },
  words: 'sandbox e-mail postausgang outbox',
  isOnlyInSandbox: true,
  load: () => import('./mails-page.tsx').then(({ MailsPage }) => ({ Page: MailsPage })),
};

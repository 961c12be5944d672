import type { PageDefinition } from '../page-definition.ts';

export const auditLogPage: PageDefinition = {
  path: '/audit-log',
  title: { de: 'Audit-Log', en: 'Audit log' },
  needs: 'see_audit_log',
  nav: { group: 'team', icon: 'log' },
  words: 'protokoll wer hat was geändert changes history verlauf',
  load: () => import('./audit-log-page.tsx').then(({ AuditLogPage }) => ({ Page: AuditLogPage })),
};

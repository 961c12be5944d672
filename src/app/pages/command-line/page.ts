import type { PageDefinition } from '../page-definition.ts';

export const commandLinePage: PageDefinition = {
  path: '/command-line',
  title: { de: 'Kommandozeile', en: 'Command line' },
  needs: 'see_command_lines',
  nav: { group: 'interfaces', icon: 'keyboard' },
  words: 'cli terminal login code anmelden npx listen',
  load: () =>
    import('./command-line-page.tsx').then(({ CommandLinePage }) => ({ Page: CommandLinePage })),
};

import { defineTexts } from '../../app/text/define-texts.ts';

export const feedTexts = defineTexts(
  {
    title: 'Team API: Änderungen',
    subtitle: 'Was sich für Programme geändert hat, die die API benutzen.',
    entry: (version: string) => `Version ${version}`,
    link: 'Als Feed abonnieren',
  },
  {
    title: 'Team API: changelog',
    subtitle: 'What has changed for programs that use the API.',
    entry: (version: string) => `Version ${version}`,
    link: 'Subscribe to the feed',
  },
);

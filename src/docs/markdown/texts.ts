import { defineTexts } from '../../app/text/define-texts.ts';

export const markdownTexts = defineTexts(
  {
    run: 'Ausführen',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyFailed: 'Nicht erlaubt',
    languages: 'Programmiersprache',
    ways: 'Mit oder ohne SDK',
    withSdk: 'SDK',
    withoutSdk: 'Ohne SDK',
    linkTo: (heading: string) => `Link zu „${heading}“`,
    tones: { note: 'Hinweis', tip: 'Tipp', important: 'Wichtig', warning: 'Achtung' },
  },
  {
    run: 'Run',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Not allowed',
    languages: 'Programming language',
    ways: 'With or without the SDK',
    withSdk: 'SDK',
    withoutSdk: 'Without SDK',
    linkTo: (heading: string) => `Link to "${heading}"`,
    tones: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning' },
  },
);

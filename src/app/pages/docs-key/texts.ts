import { defineTexts } from '../../text/define-texts.ts';

export const docsKeyTexts = defineTexts(
  {
    lead: 'Mit ihm senden die Beispiele der Dokumentation echte Anfragen an eine Sandbox.',
    sandbox: 'Der Schlüssel gehört zu einer Sandbox',
    sandboxMore:
      'So ändert kein Beispiel echte Daten. Die Sandbox öffnet sich, und Sie bestätigen, dass Sie es sind. Mit dem Schlüssel kehren Sie zur Dokumentation zurück.',
    makeBoth: 'Sandbox mit Schlüssel anlegen',
    makeIn: (sandbox: string) => `Schlüssel in „${sandbox}“ erstellen`,
    noRight: 'Sie dürfen keine Schlüssel erstellen',
    noRightMore:
      'Fragen Sie die Inhaberin oder den Inhaber des Teams oder jemanden, der seine Schnittstellen verwaltet.',
    make: 'Schlüssel für diesen Tab erstellen',
    facts: {
      ends: 'Er hat alle Rechte in seiner Sandbox und endet nach einer Stunde.',
      stays: 'Er bleibt in diesem Tab, bis Sie ihn schließen. Niemand sieht ihn, auch Sie nicht.',
      shown:
        'Das Protokoll und die Liste der Schlüssel zeigen ihn. Dort können Sie ihn widerrufen.',
    },
    otherGoesOn: (time: string) =>
      `Dieser Tab hat schon einen Schlüssel einer Sandbox. Der einer anderen tritt hier an seine Stelle. Der erste gilt dann weiter bis ${time}, wenn Sie ihn nicht vorher beenden.`,
    end: 'Schlüssel dieses Tabs beenden',
    toItsSandbox: 'Zur Sandbox des Schlüssels, um ihn zu beenden',
    back: 'Zur Dokumentation',
  },
  {
    lead: 'With it the samples of the documentation send real requests to a sandbox.',
    sandbox: 'The key belongs to a sandbox',
    sandboxMore:
      'That way no sample changes real data. The sandbox opens, and you confirm that it is you. With the key, you return to the documentation.',
    makeBoth: 'Create a sandbox with a key',
    makeIn: (sandbox: string) => `Create a key in “${sandbox}”`,
    noRight: 'You may not create keys',
    noRightMore: 'Ask the owner of the team, or somebody who manages its interfaces.',
    make: 'Create a key for this tab',
    facts: {
      ends: 'It has all scopes in its sandbox, and ends after an hour.',
      stays: 'It stays in this tab until you close it. Nobody sees it, and neither do you.',
      shown: 'The audit log and the list of keys show it. You can revoke it there.',
    },
    otherGoesOn: (time: string) =>
      `This tab already has a key of a sandbox. A key of another one takes its place here. The first then goes on working until ${time}, unless you end it before.`,
    end: 'End the key of this tab',
    toItsSandbox: "To the key's sandbox, to end it",
    back: 'To the documentation',
  },
);

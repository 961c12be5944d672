import { defineTexts } from '../../text/define-texts.ts';

export const formerTexts = defineTexts(
  {
    views: 'Mitglieder und ehemalige',
    present: 'Mitglieder',
    former: 'Ehemalige',
    person: 'Person',
    email: 'E-Mail',
    removedAt: 'Entfernt',
    state: 'Daten',
    actions: 'Aktionen',
    nameless: 'Name ausgeblendet',
    erasedPerson: 'Gelöschte Person',
    empty: 'Niemand wurde bisher entfernt',
    emptyMore:
      'Wer entfernt wird, steht danach hier. Dann können Sie auch die Daten der Person löschen.',
    erase: 'Daten löschen',
    eraseOf: (who: string) => `Daten von ${who} löschen`,
    goes: 'Gelöscht werden Name, E-Mail-Adressen und alle Texte über diese Person, auch im Audit-Log und in Webhooks. Das Konto geht mit, wenn kein anderes Team die Person hat oder hatte.',
    searched:
      'In allen Texten Ihres Teams wird ersetzt, was hier angekreuzt ist. Jede Person wählt ihren Namen selbst. Entfernen Sie das Häkchen, wenn etwas kein Name ist oder jemand anderen meint.',
    noneSearched:
      'In den übrigen Texten Ihres Teams wird kein Name gesucht, denn die Person hatte keinen vollen Namen.',
    since: 'Von',
    until: 'bis',
    shared:
      'So heißt auch ein Mitglied Ihres Teams. Angekreuzt wird der Name auch dort ersetzt, wo dieses Mitglied gemeint ist.',
    left: 'Texte, in denen nur der Vorname, nur der Nachname, ein Kürzel oder ein Spitzname steht, bleiben, denn sie können andere meinen. Suchen Sie danach bitte selbst.',
    stays:
      'Es bleiben Kennungen, Punktzahlen und Anzahlen, damit Ihre Auswertungen weiter stimmen.',
    forever: 'Niemand kann das rückgängig machen.',
    requested: 'Die Daten werden gelöscht. Das dauert etwa eine Minute.',
  },
  {
    views: 'Members and former members',
    present: 'Members',
    former: 'Former',
    person: 'Person',
    email: 'E-mail',
    removedAt: 'Removed',
    state: 'Data',
    actions: 'Actions',
    nameless: 'Name hidden',
    erasedPerson: 'Erased person',
    empty: 'Nobody has been removed yet',
    emptyMore: 'People who are removed are listed here. You can then erase their data, too.',
    erase: 'Erase data',
    eraseOf: (who: string) => `Erase the data of ${who}`,
    goes: 'Name, e-mail addresses and all texts about this person are erased, in the audit log and in webhooks too. The account is erased as well if no other team has or had the person as a member.',
    searched:
      'What is ticked here is replaced in all texts of your team. People choose their own names. Untick what is not a name or means somebody else.',
    noneSearched:
      'The other texts of your team are not searched for a name, because the person had no full name.',
    since: 'From',
    until: 'to',
    shared:
      'A member of your team has this name too. If ticked, the name is also replaced where that member is meant.',
    left: 'Texts that have only the first name, only the family name, initials or a nickname stay, because they may mean others. Please look for these yourself.',
    stays: 'Ids, scores and counts stay, so that your analytics remain right.',
    forever: 'Nobody can undo this.',
    requested: 'The data is being erased. This takes about a minute.',
  },
);

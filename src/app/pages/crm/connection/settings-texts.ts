import { defineTexts } from '../../../text/define-texts.ts';

export const settingsTexts = defineTexts(
  {
    /** The settings by their names in the API. */
    names: {
      name: 'Name',
      every_minutes: 'Abgleich',
      daily_budget: 'Anfragen am Tag',
      pipelines: 'Pipelines',
      notes: 'Auch in Notizen nach Einwänden suchen',
      industry_field: 'Branche',
      industry_values: 'Welche Branche Ihres Katalogs gemeint ist',
      lost_reason_field: 'Verlustgrund',
      objections_field: 'Einwände',
      owners: 'Zuständige im CRM',
    },
    title: 'Einstellungen',
    extent: 'Was wir lesen',
    extentLead: 'Ohne Angaben: alle Deals, alle 15 Minuten, ohne Notizen.',
    intervals: {
      5: 'Alle 5 Minuten',
      15: 'Alle 15 Minuten',
      60: 'Jede Stunde',
      1440: 'Einmal am Tag',
    },
    allPipelines: 'Alle Pipelines',
    pipelineNeeded: 'Wählen Sie mindestens eine Pipeline.',
    pipelinesHint: 'Deals anderer Pipelines verschwinden hier und in der API.',
    notYet: 'Die Auswahl ist da, sobald der erste Abgleich begonnen hat.',
    notesHint:
      'Wir behalten nur einzelne Sätze mit einem Einwand, ohne E-Mail-Adressen und Telefonnummern.',
    budgetHalf: 'die Hälfte des Kontingents',
    budgetNone: 'ohne Limit',
    budgetUsed: (used: string) => `Heute bisher ${used}.`,
    budgetInvalid: 'Eine Zahl von 100 bis 10.000.000.',
    fields: 'Felder im CRM',
    fieldsLead: 'Woraus Branche, Verlustgrund und Einwände entstehen.',
    lostUsual: 'Wie im CRM vorgesehen',
    noField: 'Kein Feld',
    leftOut: (count: string) =>
      `Ihr CRM hat so viel, dass hier ${count} Pipelines, Phasen, Felder oder Auswahlwerte fehlen. Die Deals kommen trotzdem.`,
    valuesLater:
      'Speichern Sie die Wahl. Nach dem nächsten Abgleich stehen hier die Werte dieses Feldes.',
    noIndustry: 'Keine Branche',
    ofDeals: (count: string) => (count === '1' ? '1 Deal' : `${count} Deals`),
    save: 'Einstellungen speichern',
    reset: 'Verwerfen',
    saved: 'Die Einstellungen sind gespeichert.',
    ownersLead: 'Wem die Deals gehören: Die E-Mail-Adresse sagt, welches Mitglied es ist.',
    ownersHidden:
      'Die Datenschutzeinstellung des Teams blendet Mitgliederdetails aus. Darum stehen hier nur IDs, und zuordnen lässt sich niemand.',
    unmatched: (count: string) =>
      count === '1'
        ? 'Eine Person ist keinem Mitglied zugeordnet'
        : `${count} Personen sind keinem Mitglied zugeordnet`,
    memberOf: (name: string) => `Mitglied für ${name}`,
    nobody: 'Kein Mitglied',
    byEmail: 'Nach E-Mail-Adresse',
    byHand: 'von Hand',
    erased: 'Gelöschte Person',
  },
  {
    /** The settings by their names in the API. */
    names: {
      name: 'Name',
      every_minutes: 'Synchronization',
      daily_budget: 'Requests in a day',
      pipelines: 'Pipelines',
      notes: 'Look for objections in notes too',
      industry_field: 'Industry',
      industry_values: 'Which industry of your catalog is meant',
      lost_reason_field: 'Reason for loss',
      objections_field: 'Objections',
      owners: 'Owners in the CRM',
    },
    title: 'Settings',
    extent: 'What we read',
    extentLead: 'Without any choice: all deals, every 15 minutes, without notes.',
    intervals: {
      5: 'Every 5 minutes',
      15: 'Every 15 minutes',
      60: 'Every hour',
      1440: 'Once a day',
    },
    allPipelines: 'All pipelines',
    pipelineNeeded: 'Choose at least one pipeline.',
    pipelinesHint: 'Deals of other pipelines disappear here and in the API.',
    notYet: 'The choice is there as soon as the first synchronization has begun.',
    notesHint:
      'We keep only single sentences with an objection, without e-mail addresses and phone numbers.',
    budgetHalf: 'half of the quota',
    budgetNone: 'without a limit',
    budgetUsed: (used: string) => `${used} today so far.`,
    budgetInvalid: 'A number from 100 to 10,000,000.',
    fields: 'Fields in the CRM',
    fieldsLead: 'What industry, reason for loss and objections are made of.',
    lostUsual: 'As the CRM provides',
    noField: 'No field',
    leftOut: (count: string) =>
      `Your CRM has so much that ${count} pipelines, stages, fields or choices are missing here. The deals come all the same.`,
    valuesLater:
      'Save the choice. After the next synchronization, the values of this field are here.',
    noIndustry: 'No industry',
    ofDeals: (count: string) => (count === '1' ? '1 deal' : `${count} deals`),
    save: 'Save the settings',
    reset: 'Discard',
    saved: 'The settings are saved.',
    ownersLead: 'Whose deals they are: the e-mail address says which member it is.',
    ownersHidden:
      "The team's privacy setting hides member detail. So only ids are here, and nobody can be assigned.",
    unmatched: (count: string) =>
      count === '1' ? 'One person has no member' : `${count} people have no member`,
    memberOf: (name: string) => `Member for ${name}`,
    nobody: 'No member',
    byEmail: 'By e-mail address',
    byHand: 'by hand',
    erased: 'Erased person',
  },
);

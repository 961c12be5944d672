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
    extentLead: 'Voreingestellt sind alle Deals, alle 15 Minuten, ohne Notizen.',
    intervals: {
      5: 'Alle 5 Minuten',
      15: 'Alle 15 Minuten',
      60: 'Jede Stunde',
      1440: 'Einmal am Tag',
    },
    allPipelines: 'Alle Pipelines',
    pipelineNeeded: 'Wählen Sie mindestens eine Pipeline.',
    pipelinesHint: 'Deals anderer Pipelines verschwinden hier und in der API.',
    notYet: 'Auswählen können Sie, sobald der erste Abgleich begonnen hat.',
    notesHint:
      'Wir behalten nur einzelne Sätze mit einem Einwand, ohne E-Mail-Adressen und Telefonnummern.',
    budgetHalf: 'die Hälfte des Kontingents',
    budgetNone: 'ohne Limit',
    budgetUsed: (used: string) =>
      `Seit 0 Uhr UTC: ${used === '1' ? '1 Anfrage' : `${used} Anfragen`}.`,
    budgetInvalid: 'Eine Zahl von 100 bis 10.000.000.',
    fields: 'Felder im CRM',
    fieldsLead: 'Aus welchen Feldern Branche, Verlustgrund und Einwände kommen.',
    lostUsual: 'Das eigene Feld des CRM',
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
    ownersLead: 'Wem die Deals gehören. Das Mitglied erkennen wir an der E-Mail-Adresse.',
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
      daily_budget: 'Requests per day',
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
    extentLead: 'The default is all deals, every 15 minutes, without notes.',
    intervals: {
      5: 'Every 5 minutes',
      15: 'Every 15 minutes',
      60: 'Every hour',
      1440: 'Once a day',
    },
    allPipelines: 'All pipelines',
    pipelineNeeded: 'Choose at least one pipeline.',
    pipelinesHint: 'Deals of other pipelines disappear here and in the API.',
    notYet: 'You can choose once the first synchronization has begun.',
    notesHint:
      'We keep only the sentences that contain an objection, without e-mail addresses and phone numbers.',
    budgetHalf: 'half of the quota',
    budgetNone: 'without a limit',
    budgetUsed: (used: string) =>
      `Since 0:00 UTC: ${used === '1' ? '1 request' : `${used} requests`}.`,
    budgetInvalid: 'A number from 100 to 10,000,000.',
    fields: 'Fields in the CRM',
    fieldsLead: 'Which fields industry, reason for loss and objections come from.',
    lostUsual: "The CRM's own field",
    noField: 'No field',
    leftOut: (count: string) =>
      `Your CRM has so many pipelines, stages, fields or choices that ${count} of them are missing here. The deals are read all the same.`,
    valuesLater:
      'Save this choice. The values of this field appear here after the next synchronization.',
    noIndustry: 'No industry',
    ofDeals: (count: string) => (count === '1' ? '1 deal' : `${count} deals`),
    save: 'Save settings',
    reset: 'Discard',
    saved: 'The settings are saved.',
    ownersLead: 'Who owns the deals. Owners are matched to members by e-mail address.',
    ownersHidden:
      "The team's privacy setting hides member details. So only IDs appear here, and nobody can be assigned.",
    unmatched: (count: string) =>
      count === '1' ? 'One owner matches no member' : `${count} owners match no member`,
    memberOf: (name: string) => `Member for ${name}`,
    nobody: 'No member',
    byEmail: 'By e-mail address',
    byHand: 'by hand',
    erased: 'Erased person',
  },
);

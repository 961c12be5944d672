export const crmTexts = {
  CRM: 'CRM',
  'List CRM deals': 'CRM-Deals auflisten',
  'Synchronized deals, sorted by their first synchronization, newest first. Empty without a connection.':
    'Abgeglichene Deals, nach ihrem ersten Abgleich sortiert, die neuesten zuerst. Leer ohne Verbindung.',
  'The id of the deal here.': 'Die ID des Deals hier.',
  'The id in the CRM.': 'Die ID im CRM.',
  'How the deal stands.': 'Der Stand des Deals.',
  'Its name in the CRM.': 'Sein Name im CRM.',
  'A decimal number as text.': 'Eine Dezimalzahl als Text.',
  'The currency of `amount`, as the CRM writes it.':
    'Die Währung von `amount`, wie das CRM sie schreibt.',
  'When it was or is expected to be closed.':
    'Wann er abgeschlossen wurde oder voraussichtlich wird.',
  'How likely it is won, in per cent.': 'Wie wahrscheinlich er gewonnen wird, in Prozent.',
  'The id of the pipeline in the CRM.': 'Die ID der Pipeline im CRM.',
  'The id of the stage in the CRM.': 'Die ID der Phase im CRM.',
  'Why it was lost, as the CRM says.': 'Warum er verloren wurde, wie es im CRM steht.',
  'The person who is in charge of it. Present only while `member_detail_enabled` is on.':
    'Die Person, die dafür zuständig ist. Nur da, solange `member_detail_enabled` an ist.',
  'When something last happened to it in the CRM.': 'Wann im CRM zuletzt etwas daran geschah.',
  'When it was last synchronized: after a change in the CRM, and once a day with all others.':
    'Wann er zuletzt abgeglichen wurde: nach einer Änderung im CRM, und einmal am Tag mit allen anderen.',
  'List CRM objections': 'CRM-Einwände auflisten',
  "The team's synchronized objection catalog, newest first.":
    'Die abgeglichenen Einwände des Teams, die neuesten zuerst.',
  'The id of the objection here.': 'Die ID des Einwands hier.',
  'The deal in which it was raised: the `id` in `GET /crm/deals`.':
    'Der Deal, in dem er vorkam: die `id` in `GET /crm/deals`.',
  'What it is about.': 'Worum es geht.',
  'The objection in words.': 'Der Einwand in Worten.',
  'The language of `text`.': 'Die Sprache von `text`.',
  'When it was recorded.': 'Wann er festgehalten wurde.',
} as const;

import { defineTexts } from '../../text/define-texts.ts';

/** What only these pages show, by the name of the procedure and, where a field is hidden, of the field. */
export const appPlaces = defineTexts(
  {
    'analytics.members data': 'Auswertung: die Werte je Mitglied',
    'analytics.series avg_score':
      'Auswertung: das Ergebnis einer Woche mit weniger als fünf bewerteten Mitgliedern',
    'analytics.series dimensions': 'Auswertung: die Teilergebnisse einer solchen Woche',
    'apiKeys.list creator': 'API-Schlüssel: wer einen Schlüssel erstellt hat (in der Liste)',
    'apiKeys.get creator': 'API-Schlüssel: wer einen Schlüssel erstellt hat (beim Öffnen)',
    'assignments.find': 'Aufgaben: die ganze Liste',
    'assignments.change': 'Aufgaben: Bearbeiten',
    'auditLog.list name': 'Audit-Log: Namen von Personen',
    'auditLog.list ip': 'Audit-Log: IP-Adressen',
    'catalog.entryUse open_assignments':
      'Katalog: die Zahl offener Aufgaben vor dem Zurückziehen eines Eintrags',
    'crm.findDeals owner_user_id': 'CRM: wer für einen Deal zuständig ist',
    'crm.findDeals owner_name': 'CRM: Namen von Zuständigen, die kein Mitglied sind',
    'crm.getDeal owner_user_id': 'CRM: wer für einen Deal zuständig ist (beim Öffnen)',
    'crm.getDeal owner_name': 'CRM: Namen von Zuständigen, die kein Mitglied sind (beim Öffnen)',
    'crm.getConnection name': 'CRM-Verbindungen: Namen der Zuständigen',
    'crm.getConnection email': 'CRM-Verbindungen: E-Mail-Adressen der Zuständigen',
    'crm.getConnection user_id': 'CRM-Verbindungen: welches Mitglied zuständig ist',
    'evaluations.scores': 'Trainings: das Ergebnis in der Liste',
    'members.directory name': 'Mitglieder: Namen',
    'members.directory email': 'Mitglieder: E-Mail-Adressen',
    'members.removalPreview assignments': 'Mitglieder: die Zahl offener Aufgaben vor dem Entfernen',
    'members.former name': 'Ehemalige Mitglieder: Namen',
    'members.former email': 'Ehemalige Mitglieder: E-Mail-Adressen',
    'members.erasurePreview name': 'Ehemalige Mitglieder: Namen vor dem Löschen der Daten',
    'policies.preview open_assignments':
      'Vorgaben: die Zahl betroffener Aufgaben vor dem Speichern',
    'search.find people': 'Suche (Strg K): Mitglieder, Trainings, Aufgaben und Fälle',
    'webhooks.getDelivery user_id': 'Zustellungen: die Person im gesendeten Inhalt',
    'webhooks.getDelivery score': 'Zustellungen: das Ergebnis im gesendeten Inhalt',
    'webhooks.getDelivery name': 'Zustellungen: Namen von Personen',
  },
  {
    'analytics.members data': 'Analytics: the figures of each member',
    'analytics.series avg_score':
      'Analytics: the score of a week in which fewer than five members were scored',
    'analytics.series dimensions': 'Analytics: the partial scores of such a week',
    'apiKeys.list creator': 'API keys: who created a key (in the list)',
    'apiKeys.get creator': 'API keys: who created a key (when opened)',
    'assignments.find': 'Assignments: the whole list',
    'assignments.change': 'Assignments: editing',
    'auditLog.list name': 'Audit log: names of people',
    'auditLog.list ip': 'Audit log: IP addresses',
    'catalog.entryUse open_assignments':
      'Catalog: the number of open assignments before an entry is withdrawn',
    'crm.findDeals owner_user_id': 'CRM: who is in charge of a deal',
    'crm.findDeals owner_name': 'CRM: names of those in charge who are no members',
    'crm.getDeal owner_user_id': 'CRM: who is in charge of a deal (when opened)',
    'crm.getDeal owner_name': 'CRM: names of those in charge who are no members (when opened)',
    'crm.getConnection name': 'CRM connections: names of those in charge of deals',
    'crm.getConnection email': 'CRM connections: e-mail addresses of those in charge of deals',
    'crm.getConnection user_id': 'CRM connections: which member is in charge',
    'evaluations.scores': 'Trainings: the score in the list',
    'members.directory name': 'Members: names',
    'members.directory email': 'Members: e-mail addresses',
    'members.removalPreview assignments':
      'Members: the number of open assignments before a removal',
    'members.former name': 'Former members: names',
    'members.former email': 'Former members: e-mail addresses',
    'members.erasurePreview name': 'Former members: names before their data is erased',
    'policies.preview open_assignments':
      'Policies: the number of affected assignments before saving',
    'search.find people': 'Search (Ctrl K): members, trainings, assignments and cases',
    'webhooks.getDelivery user_id': 'Deliveries: the person in the body that was sent',
    'webhooks.getDelivery score': 'Deliveries: the score in the body that was sent',
    'webhooks.getDelivery name': 'Deliveries: names of people',
  },
);

/** How the audit log names its entries. Pages show these names, and so do exported files. */
const de = {
  kinds: { user: 'Mitglied', key: 'API-Schlüssel', service: 'Produkt', system: 'System' },
  objects: {
    member: 'Mitglied',
    assignment: 'Aufgabe',
    case: 'Fall',
    api_key: 'API-Schlüssel',
    team: 'Team',
    ownership: 'Inhaberschaft',
    webhook_endpoint: 'Webhook-Endpunkt',
    webhook_delivery: 'Webhook-Zustellung',
    catalog_entry: 'Katalogeintrag',
    catalog_rule: 'Katalogregel',
    policy: 'Vorgabe',
    training: 'Training',
    crm: 'CRM-Abgleich',
    audit_log: 'Audit-Log',
    request_log: 'API-Anfragen',
  },
  verbs: {
    invited: 'eingeladen',
    invited_again: 'erneut eingeladen',
    accepted: 'beigetreten',
    added: 'hinzugefügt',
    email_changed: 'E-Mail geändert',
    role_changed: 'Rolle geändert',
    rights_changed: 'Rechte geändert',
    removed: 'entfernt',
    erased: 'gelöscht (Personendaten)',
    created: 'erstellt',
    changed: 'geändert',
    deleted: 'gelöscht',
    rotated: 'rotiert',
    grace_ended: 'Übergangszeit beendet',
    renamed: 'umbenannt',
    revoked: 'widerrufen',
    privacy_changed: 'Datenschutz geändert',
    offered: 'angeboten',
    withdrawn: 'zurückgezogen',
    transferred: 'übertragen',
    replaced: 'ersetzt',
    tested: 'getestet',
    paused: 'pausiert',
    example_signed: 'Beispiel signiert',
    released: 'freigegeben',
    retried: 'wiederholt',
    all_retried: 'gesammelt wiederholt',
    retries_ended: 'Wiederholungen beendet',
    recorded: 'erfasst',
    started: 'begonnen',
    finished: 'beendet',
    aborted: 'abgebrochen',
    evaluated: 'bewertet',
    sync_failed: 'fehlgeschlagen',
    exported: 'exportiert',
  },
};
type AuditNames = typeof de;
const en: AuditNames = {
  kinds: { user: 'Member', key: 'API key', service: 'Product', system: 'System' },
  objects: {
    member: 'Member',
    assignment: 'Assignment',
    case: 'Case',
    api_key: 'API key',
    team: 'Team',
    ownership: 'Ownership',
    webhook_endpoint: 'Webhook endpoint',
    webhook_delivery: 'Webhook delivery',
    catalog_entry: 'Catalog entry',
    catalog_rule: 'Catalog rule',
    policy: 'Policy',
    training: 'Training',
    crm: 'CRM synchronization',
    audit_log: 'Audit log',
    request_log: 'API requests',
  },
  verbs: {
    invited: 'invited',
    invited_again: 'invited again',
    accepted: 'joined',
    added: 'added',
    email_changed: 'e-mail changed',
    role_changed: 'role changed',
    rights_changed: 'rights changed',
    removed: 'removed',
    erased: 'erased (personal data)',
    created: 'created',
    changed: 'changed',
    deleted: 'deleted',
    rotated: 'rotated',
    grace_ended: 'grace period ended',
    renamed: 'renamed',
    revoked: 'revoked',
    privacy_changed: 'privacy changed',
    offered: 'offered',
    withdrawn: 'withdrawn',
    transferred: 'transferred',
    replaced: 'replaced',
    tested: 'tested',
    paused: 'paused',
    example_signed: 'example signed',
    released: 'released',
    retried: 'retried',
    all_retried: 'retried in bulk',
    retries_ended: 'retries ended',
    recorded: 'recorded',
    started: 'started',
    finished: 'finished',
    aborted: 'aborted',
    evaluated: 'evaluated',
    sync_failed: 'failed',
    exported: 'exported',
  },
};

export const auditNames = { de, en };

/**
 * A text such as "Mitglied eingeladen" or "Mitglied: Rolle geändert". If an action is newer than
 * these names, the text is the action itself.
 */
export function actionText(
  action: string,
  { objects, verbs }: Pick<AuditNames, 'objects' | 'verbs'>,
): string {
  const [kind = '', verb = ''] = action.split('.');
  const object = objects[kind as keyof typeof objects];
  const done = verbs[verb as keyof typeof verbs];
  if (!object || !done) return action;
  // A text that begins with a noun of its own does not continue the name of the object.
  return /^\p{Lu}/u.test(done) ? `${object}: ${done}` : `${object} ${done}`;
}

import type { InEach } from '../../language/language.ts';

/** Refusals about connections to a CRM. */
export const crmRefusals = {
  crm_provider_missing: {
    en: 'This CRM cannot be connected here.',
    de: 'Dieses CRM lässt sich hier nicht verbinden.',
  },
  crm_form_wrong: {
    en: 'The credentials are not complete, or one of them has a wrong form.',
    de: 'So sind die Zugangsdaten nicht zu gebrauchen. Prüfen Sie, ob jede Angabe vollständig ist.',
  },
  crm_credentials_refused: {
    en: 'The CRM does not accept these credentials. Check that they are copied in full and still valid.',
    de: 'Das CRM nimmt diese Zugangsdaten nicht an. Prüfen Sie, ob sie vollständig kopiert und noch gültig sind.',
  },
  crm_permission_missing: {
    en: 'The credentials lack a permission: {}. Grant it in the CRM, then try again.',
    de: 'Den Zugangsdaten fehlt eine Berechtigung: {}. Erteilen Sie sie im CRM, und versuchen Sie es dann noch einmal.',
  },
  crm_unavailable: {
    en: 'The CRM is not responding right now. Try again in a few minutes.',
    de: 'Das CRM antwortet gerade nicht. Versuchen Sie es in einigen Minuten noch einmal.',
  },
  crm_unreadable: {
    en: 'The CRM returned a response that we cannot read. Tell your contact.',
    de: 'Das CRM hat etwas geantwortet, das wir nicht lesen können. Sagen Sie es Ihrem Ansprechpartner.',
  },
  crm_address_refused: {
    en: 'Address not allowed: the CRM names an address at which we may not ask. Tell your contact.',
    de: 'Adresse nicht erlaubt: Das CRM nennt eine Adresse, unter der wir nicht fragen dürfen. Sagen Sie es Ihrem Ansprechpartner.',
  },
  crm_too_slow: {
    en: 'The CRM did not respond in time. Try again.',
    de: 'Das CRM hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal.',
  },
  crm_quota_used: {
    en: 'The quota that the CRM grants is used up. Wait until it is free again.',
    de: 'Das Kontingent, das das CRM gewährt, ist aufgebraucht. Warten Sie, bis es wieder frei ist.',
  },
  crm_busy: {
    en: 'Others are connecting a CRM just now. Try again in a moment.',
    de: 'Gerade wird schon ein CRM verbunden. Versuchen Sie es gleich noch einmal.',
  },
  too_many_crm_questions: {
    en: 'A CRM was asked too often in a minute.',
    de: 'Das CRM wurde in einer Minute zu oft gefragt.',
  },
  too_many_connections: {
    en: 'A team has at most {} connections. Disconnect one that is not needed.',
    de: 'Ein Team hat höchstens {} Verbindungen. Trennen Sie zuerst eine, die Sie nicht brauchen.',
  },
  crm_connected_already: {
    en: 'This account is connected already, as “{}”.',
    de: 'Dieses Konto ist schon verbunden, als „{}“.',
  },
  crm_being_removed: {
    en: 'The data of this account are being removed (“{}”). Connect it again when that has ended.',
    de: 'Die Daten dieses Kontos werden gerade entfernt („{}“). Verbinden Sie es, wenn das beendet ist.',
  },
  crm_other_account: {
    en: 'These credentials belong to another account: “{}”. Connect it as a connection of its own.',
    de: 'Diese Zugangsdaten gehören zu einem anderen Konto: „{}“. Verbinden Sie es als eigene Verbindung.',
  },
  crm_other_provider: {
    en: 'The connection is to another CRM.',
    de: 'Diese Verbindung führt zu einem anderen CRM.',
  },
  crm_no_oauth: {
    en: 'The operator has set up no sign-in at this CRM. Connect it with a token.',
    de: 'Für dieses CRM hat der Betreiber keine Anmeldung eingerichtet. Verbinden Sie es mit einem Token.',
  },
  crm_consent_over: {
    en: 'This consent has expired, was used, or belongs to another browser, person or team. Begin again.',
    de: 'Diese Zustimmung gilt hier nicht mehr. Beginnen Sie noch einmal, und bleiben Sie dabei in diesem Browser und diesem Team.',
  },
  crm_consent_cancelled: {
    en: 'You have cancelled the consent at the CRM. Nothing was connected.',
    de: 'Sie haben die Zustimmung im CRM abgebrochen. Es wurde nichts verbunden.',
  },
  crm_consent_refused: {
    en: 'The CRM has given no access. Begin again, or ask an admin of the CRM.',
    de: 'Das CRM hat keinen Zugang gegeben. Beginnen Sie noch einmal, oder fragen Sie jemanden, der das CRM verwaltet.',
  },
  crm_paused: {
    en: 'The connection is paused. Resume it first.',
    de: 'Die Verbindung ist angehalten. Setzen Sie sie zuerst fort.',
  },
  crm_sign_in_first: {
    en: 'The CRM no longer accepts the credentials. Connect again first.',
    de: 'Das CRM nimmt die Zugangsdaten nicht mehr an. Verbinden Sie es zuerst neu.',
  },
  crm_disconnected: {
    en: 'The connection has been disconnected.',
    de: 'Die Verbindung ist getrennt.',
  },
  crm_nothing_to_confirm: {
    en: 'There is no removal to confirm any more.',
    de: 'Es gibt keine Löschung mehr zu bestätigen.',
  },
  crm_owner_unknown: {
    en: 'The CRM has no such owner of deals any more.',
    de: 'Diese zuständige Person gibt es im CRM nicht mehr.',
  },
  crm_owner_erased: {
    en: 'The personal data of this owner were erased. Nobody can be assigned.',
    de: 'Die Personendaten dieser zuständigen Person wurden gelöscht. Niemand kann zugeordnet werden.',
  },
} as const satisfies Record<string, InEach<string>>;

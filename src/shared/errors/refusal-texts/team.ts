import type { InEach } from '../../language/language.ts';

/** Refusals about members, assignments, cases, the catalog and sandboxes. */
export const teamRefusals = {
  in_sandbox: {
    en: 'This is not possible in a sandbox.',
    de: 'In einer Sandbox geht das nicht.',
  },
  not_a_sandbox: {
    en: 'This is only possible in a sandbox.',
    de: 'Das geht nur in einer Sandbox.',
  },
  not_a_member_of_sandbox: {
    en: 'You are visiting this sandbox and are not a member of it, so this is not possible here.',
    de: 'Sie besuchen diese Sandbox und sind dort kein Mitglied. Deshalb geht das hier nicht.',
  },
  too_many_sandboxes: {
    en: 'A team has at most {} sandboxes. Delete one first.',
    de: 'Ein Team hat höchstens {} Sandboxes. Löschen Sie zuerst eine.',
  },
  sandbox_busy: {
    en: 'The sandbox is just being prepared or deleted. Try again in a moment.',
    de: 'Die Sandbox wird gerade vorbereitet oder gelöscht. Versuchen Sie es gleich noch einmal.',
  },
  too_many_released_entries: {
    en: 'A team releases at most {} own entries. Withdraw some that are not needed.',
    de: 'Ein Team gibt höchstens {} eigene Einträge frei. Nehmen Sie zuerst einen zurück.',
  },
  too_many_own_entries: {
    en: 'A team has at most {} own entries. Change one that is withdrawn.',
    de: 'Ein Team hat höchstens {} eigene Einträge. Ändern Sie einen, der nicht mehr freigegeben ist.',
  },
  situation_unknown: {
    en: 'This situation is unknown or not visible to the team.',
    de: 'Das Team hat keine solche Situation.',
  },
  personality_unknown: {
    en: 'This personality is unknown or not visible to the team.',
    de: 'Das Team hat keine solche Persönlichkeit.',
  },
  industry_unknown: {
    en: 'This industry is unknown or not visible to the team.',
    de: 'Das Team hat keine solche Branche.',
  },
  rule_forbids: {
    en: 'A rule of the catalog forbids this combination.',
    de: 'Eine Regel des Katalogs schließt diese Kombination aus.',
  },
  policy_blocks: {
    en: 'A policy of the recipient blocks the situation, personality or industry.',
    de: 'Eine Vorgabe für das Mitglied sperrt diese Kombination.',
  },
  situation_blocked: {
    en: 'A policy of the recipient blocks the situation {}.',
    de: 'Eine Vorgabe für das Mitglied sperrt die Situation {}.',
  },
  personality_blocked: {
    en: 'A policy of the recipient blocks the personality {}.',
    de: 'Eine Vorgabe für das Mitglied sperrt die Persönlichkeit {}.',
  },
  industry_blocked: {
    en: 'A policy of the recipient blocks the industry {}.',
    de: 'Eine Vorgabe für das Mitglied sperrt die Branche {}.',
  },
  no_contact_pending: {
    en: 'No technical contact is waiting to confirm.',
    de: 'Es gibt keinen technischen Kontakt, der noch zustimmen muss.',
  },
  contact_asked_this_hour: {
    en: 'The technical contact can be asked once an hour.',
    de: 'Der technische Kontakt wird höchstens einmal in der Stunde gefragt.',
  },
  too_many_contact_mails: {
    en: 'A team asks technical contacts at most {} times a day. After one declines, it must wait a day.',
    de: 'Ein Team fragt technische Kontakte höchstens {} Mal am Tag, und nach einer Absage einen Tag lang nicht mehr.',
  },
  too_many_rules: {
    en: 'A team has at most {} rules. Remove one that is not needed.',
    de: 'Ein Team hat höchstens {} Regeln. Löschen Sie eine, die Sie nicht brauchen.',
  },
  rule_exists: {
    en: 'The team has this rule already.',
    de: 'Diese Regel hat das Team schon.',
  },
  no_entry_in_dimension: {
    en: 'The catalog has no such entry in this dimension.',
    de: 'Diesen Eintrag gibt es in der Liste des Katalogs nicht mehr.',
  },
  no_catalog_entry: {
    en: 'The catalog of the team has no such entry.',
    de: 'Diesen Eintrag gibt es im Katalog des Teams nicht mehr.',
  },
  too_many_private_cases: {
    en: 'A member has at most {} private cases. Remove one that is not needed.',
    de: 'Sie haben höchstens {} private Fälle. Löschen Sie einen, den Sie nicht brauchen.',
  },
  team_not_offered: {
    en: 'The team is not offered to you.',
    de: 'Das Team ist Ihnen nicht mehr angeboten.',
  },
  already_owner: {
    en: 'This member already owns the team.',
    de: 'Diesem Mitglied gehört das Team schon.',
  },
  invitation_open: {
    en: 'The member has not accepted the invitation yet.',
    de: 'Das Mitglied hat die Einladung noch nicht angenommen.',
  },
  already_offered: {
    en: 'The team is offered to a member: withdraw it first.',
    de: 'Das Team ist schon einem Mitglied angeboten. Ziehen Sie dieses Angebot zuerst zurück.',
  },
  no_offer: {
    en: 'The team is not offered to anyone.',
    de: 'Es gibt kein Angebot mehr.',
  },
  member_not_removed: {
    en: 'Only a member who was removed can be erased.',
    de: 'Nur ein Mitglied, das entfernt wurde, kann gelöscht werden.',
  },
  member_again: {
    en: 'The person is a member of the team again.',
    de: 'Die Person ist wieder Mitglied des Teams.',
  },
  already_member: {
    en: 'The person is a member of this team already.',
    de: 'Sie sind schon Mitglied dieses Teams.',
  },
  owner_has_all_rights: {
    en: 'The owner has all rights.',
    de: 'Die Inhaberin oder der Inhaber hat schon alle Rechte.',
  },
  rights_for_admins_alone: {
    en: 'Only an admin can have rights beside the role.',
    de: 'Nur Admins können Rechte neben der Rolle haben.',
  },
  /** The text is the same for a member who is unknown, removed or of another team. */
  no_such_member: {
    en: 'The team has no member with this member_id.',
    de: 'Dieses Mitglied gehört nicht mehr zum Team.',
  },
  /** The text is the same for a person who is unknown, removed, invited or of another team. */
  no_active_member: {
    en: 'The team has no active member with this user_id.',
    de: 'Dieses Mitglied ist im Team nicht aktiv.',
  },
  only_active_admin: {
    en: 'The member is the only active admin of the team.',
    de: 'Das Mitglied ist der einzige aktive Admin des Teams.',
  },
  too_many_invitations: {
    en: 'At most {} invitations in an hour.',
    de: 'Höchstens {} Einladungen in einer Stunde.',
  },
  email_taken: {
    en: 'The email already belongs to a member of this team or to its owner.',
    de: 'Mit dieser E-Mail-Adresse gibt es im Team schon ein Mitglied.',
  },
  seats_taken: {
    en: 'All seats of the team are taken.',
    de: 'Alle Plätze des Teams sind belegt.',
  },
  invitation_accepted: {
    en: 'The member has accepted the invitation.',
    de: 'Das Mitglied hat die Einladung schon angenommen.',
  },
  member_is_owner: {
    en: 'The member is the owner of the team.',
    de: 'Diesem Mitglied gehört das Team.',
  },
  invited_this_hour: {
    en: 'At most one invitation an hour goes to the same person.',
    de: 'An dieselbe Person geht höchstens eine Einladung in der Stunde.',
  },
  only_by_programs: {
    en: 'Only programs cause this event: create or complete an assignment through the REST API, with a key of the sandbox.',
    de: 'Dieses Ereignis lösen nur Programme aus. Erstellen oder erledigen Sie eine Aufgabe über die REST-API, mit einem Schlüssel der Sandbox.',
  },
  nobody_to_remove: {
    en: 'The sandbox has no member who could leave: invite somebody first.',
    de: 'In der Sandbox ist kein Mitglied, das ausscheiden könnte. Laden Sie zuerst jemanden ein.',
  },
  no_endpoint_to_ping: {
    en: 'The sandbox has no endpoint: create one first.',
    de: 'Die Sandbox hat keinen Endpunkt. Erstellen Sie zuerst einen.',
  },
  too_many_to_move: {
    en: 'Time can pass only for an endpoint with at most {} deliveries. Create a new endpoint.',
    de: 'Zeit vergehen lässt sich nur an einem Endpunkt mit höchstens {} Zustellungen. Nehmen Sie einen neuen.',
  },
} as const satisfies Record<string, InEach<string>>;

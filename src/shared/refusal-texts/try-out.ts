import type { InEach } from '../language.ts';

/** Refusals when a person makes something happen in a sandbox. */
export const tryOutRefusals = {
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
    en: 'Time passes only for an endpoint with at most {} deliveries: take a new endpoint.',
    de: 'Zeit vergehen lässt sich nur an einem Endpunkt mit höchstens {} Zustellungen. Nehmen Sie einen neuen.',
  },
} as const satisfies Record<string, InEach<string>>;

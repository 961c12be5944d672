import type { Language } from '../language/language.ts';

/**
 * What a state means for a person, the same on every page and in every mail. `works`: nothing to do. `runs`: it is
 * under way by itself. `needs`: somebody should look. `failed`: it has not worked. `ended`: it is over, as intended.
 */
export const stateTones = ['works', 'runs', 'needs', 'failed', 'ended'] as const;
export type StateTone = (typeof stateTones)[number];

type State = { tone: StateTone; de: string; en: string };

const works = (de: string, en: string): State => ({ tone: 'works', de, en });
const runs = (de: string, en: string): State => ({ tone: 'runs', de, en });
const needs = (de: string, en: string): State => ({ tone: 'needs', de, en });
const failed = (de: string, en: string): State => ({ tone: 'failed', de, en });
const ended = (de: string, en: string): State => ({ tone: 'ended', de, en });

/**
 * Every state of every noun: its tone and its word. Badges, charts, legends, filters and mails read this table, so that
 * a state has one look and one word everywhere.
 */
export const states = {
  key: {
    active: works('Aktiv', 'Active'),
    expiring: needs('Läuft bald ab', 'Expires soon'),
    in_grace: needs('Wird abgelöst', 'Being replaced'),
    expired: ended('Abgelaufen', 'Expired'),
    revoked: ended('Widerrufen', 'Revoked'),
  },
  endpoint: {
    active: works('Aktiv', 'Active'),
    failing: failed('Schlägt fehl', 'Failing'),
    disabled: ended('Ausgeschaltet', 'Switched off'),
    disabled_failures: needs('Pausiert', 'Paused'),
  },
  delivery: {
    ok: works('Zugestellt', 'Delivered'),
    queued: runs('Wartet', 'Queued'),
    retrying: needs('Wird wiederholt', 'Retrying'),
    held: needs('Zurückgehalten', 'Held'),
    gave_up: failed('Aufgegeben', 'Given up'),
  },
  request: {
    ok: works('Erfolgreich', 'Successful'),
    rejected: failed('Abgelehnt', 'Refused'),
    limited: needs('Limit erreicht', 'Limit reached'),
    server: failed('Fehler bei uns', 'Our error'),
  },
  bulkRetry: {
    running: runs('Wird ausgeführt', 'Under way'),
    finished: works('Beendet', 'Finished'),
    stopped: ended('Vorzeitig beendet', 'Stopped early'),
  },
  listener: {
    away: needs('Verbindung unterbrochen', 'Connection interrupted'),
  },
  reader: {
    up_to_date: works('Aktuell', 'Up to date'),
    behind: runs('Im Rückstand', 'Behind'),
    late: needs('Lange im Rückstand', 'Long behind'),
    expired: failed('Cursor abgelaufen', 'Cursor expired'),
  },
  reading: {
    taken: works('Abgeholt', 'Taken'),
    open: runs('Noch nicht abgeholt', 'Not taken yet'),
  },
  connection: {
    first: runs('Erster Abgleich', 'First synchronization'),
    up_to_date: works('Aktuell', 'Up to date'),
    behind: runs('Noch nicht aktuell', 'Not up to date yet'),
    running: runs('Läuft', 'Running'),
    waits_for_quota: runs('Wartet', 'Waiting'),
    sign_in: needs('Neu anmelden', 'Sign in again'),
    lacks_permission: needs('Recht fehlt', 'Permission missing'),
    paused: ended('Pausiert', 'Paused'),
    confirm_deletion: needs('Bestätigung nötig', 'To be confirmed'),
    failing: failed('Schlägt fehl', 'Failing'),
    ended: ended('Getrennt', 'Disconnected'),
    removing: runs('Wird entfernt', 'Being removed'),
  },
  run: {
    running: runs('Läuft', 'Running'),
    ok: works('Erfolgreich', 'Successful'),
    waiting: runs('Wartet', 'Waiting'),
    failed: failed('Fehlgeschlagen', 'Failed'),
    stopped: ended('Beendet', 'Stopped'),
  },
  deal: {
    open: runs('Offen', 'Open'),
    won: works('Gewonnen', 'Won'),
    lost: ended('Verloren', 'Lost'),
  },
  member: {
    active: works('Aktiv', 'Active'),
    invited: runs('Eingeladen', 'Invited'),
    expired: needs('Einladung abgelaufen', 'Invitation expired'),
  },
  erasure: {
    kept: ended('Vorhanden', 'Kept'),
    erasing: runs('Wird gelöscht', 'Being erased'),
    erased: ended('Gelöscht', 'Erased'),
  },
  assignment: {
    open: runs('Offen', 'Open'),
    overdue: needs('Überfällig', 'Overdue'),
    done: works('Erledigt', 'Done'),
    revoked: ended('Widerrufen', 'Revoked'),
  },
  training: {
    in_progress: runs('Läuft', 'In progress'),
    completed: runs('Wartet auf Bewertung', 'Waiting for its score'),
    scored: works('Bewertet', 'Scored'),
    aborted: ended('Abgebrochen', 'Aborted'),
  },
  catalogEntry: {
    discontinued: needs('Eingestellt', 'Discontinued'),
  },
  sandbox: {
    filling: runs('Wird vorbereitet …', 'Being prepared …'),
    resetting: runs('Wird zurückgesetzt …', 'Being reset …'),
    removing: runs('Wird gelöscht …', 'Being deleted …'),
  },
  contact: {
    pending: needs('Wartet auf Zustimmung', 'Waits for consent'),
    confirmed: works('Aktiv', 'Active'),
  },
} as const satisfies Record<string, Record<string, State>>;

export type StateNoun = keyof typeof states;
export type StateOf<N extends StateNoun> = keyof (typeof states)[N] & string;

/** The states of a noun, in the order in which a filter offers them. */
export function statesOf<N extends StateNoun>(noun: N): StateOf<N>[] {
  return Object.keys(states[noun]) as StateOf<N>[];
}

function stateOf<N extends StateNoun>(noun: N, state: StateOf<N>): State {
  return states[noun][state] as State;
}

export function toneOf<N extends StateNoun>(noun: N, state: StateOf<N>): StateTone {
  return stateOf(noun, state).tone;
}

/** The word of a state, the same in a badge, a filter, a legend and a mail. */
export function stateWord<N extends StateNoun>(
  noun: N,
  state: StateOf<N>,
  language: Language,
): string {
  return stateOf(noun, state)[language];
}

/** Whether a noun has this state. The contract may add states that this release does not know. */
export function hasState<N extends StateNoun>(noun: N, state: string): state is StateOf<N> {
  return Object.hasOwn(states[noun], state);
}

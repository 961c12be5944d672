import { z } from 'zod';
import type { InEach } from '../language/language.ts';
import { type Because, detailOf } from './because.ts';

/**
 * Codes that only the app at `/trpc` has. The public API gets no further codes (D86), so REST
 * neither raises nor shows the codes of this list.
 */
export const appErrorCatalogue = {
  cross_site: {
    status: 403,
    de: 'Die Anfrage kommt von einer anderen Website',
    en: 'The request comes from another site',
  },
  not_signed_in: { status: 401, de: 'Nicht angemeldet', en: 'Not signed in' },
  // The page is older than this server. Pages of earlier releases show the title.
  unknown_procedure: {
    status: 404,
    de: 'Es gibt eine neue Version dieser App; bitte laden Sie die Seite neu',
    en: 'There is a new version of this app; please reload the page',
  },
  // A wrong password, an unknown address and too many attempts have the same code.
  wrong_credentials: {
    status: 401,
    de: 'E-Mail oder Passwort ist falsch. Nach zu vielen Versuchen wird auch das richtige Passwort eine Weile abgelehnt.',
    en: 'The e-mail or password is wrong. After too many attempts, the right password is refused for a while too.',
  },
  forbidden: {
    status: 403,
    de: 'Dazu fehlt das Recht',
    en: 'You do not have the right to do this',
  },
  fresh_proof_required: {
    status: 403,
    de: 'Bitte bestätigen, dass Sie es sind',
    en: 'Please confirm that it is you',
  },
  no_team: {
    status: 403,
    de: 'Kein Team gewählt, oder die Mitgliedschaft ist beendet',
    en: 'No team is chosen, or the membership has ended',
  },
  team_suspended: { status: 403, de: 'Das Team ist gesperrt', en: 'The team is suspended' },
  team_ended: { status: 403, de: 'Das Team ist beendet', en: 'The team has ended' },
  not_included: {
    status: 403,
    de: 'Im Tarif des Teams nicht enthalten',
    en: "Not included in the team's plan",
  },
  not_a_sandbox: {
    status: 409,
    de: 'Das geht nur in einer Sandbox',
    en: 'Only a sandbox can do this',
  },
  stale: {
    status: 409,
    de: 'Inzwischen hat jemand etwas geändert',
    en: 'Somebody has changed something since',
  },
  link_invalid: {
    status: 404,
    de: 'Der Link ist ungültig, abgelaufen oder schon benutzt',
    en: 'The link is invalid, has expired or has been used',
  },
  account_exists: {
    status: 409,
    de: 'Zu dieser Adresse gibt es schon ein Konto; bitte melden Sie sich an',
    en: 'There is an account with this address already; please sign in',
  },
  // An unknown passkey, a wrong signature and an expired challenge have the same code.
  passkey_refused: {
    status: 401,
    de: 'Der Passkey wurde nicht angenommen; bitte versuchen Sie es noch einmal',
    en: 'The passkey was not accepted; please try again',
  },
  too_many_passkeys: {
    status: 409,
    de: 'Ihr Konto hat so viele Passkeys, wie möglich sind',
    en: 'Your account has as many passkeys as possible',
  },
  last_sign_in: {
    status: 409,
    de: 'Ohne diesen Passkey könnten Sie sich nicht mehr anmelden',
    en: 'Without this passkey you could no longer sign in',
  },
  no_passkeys: {
    status: 501,
    de: 'Unter dieser Adresse sind keine Passkeys möglich',
    en: 'Passkeys are not possible at this address',
  },
  sign_in_busy: {
    status: 503,
    de: 'Zu viele Anmeldungen auf einmal; bitte gleich noch einmal versuchen',
    en: 'Too many sign-ins at once; please try again in a moment',
  },
} as const satisfies Record<string, { status: number } & InEach<string>>;

/**
 * A field that others have changed since the person read it. Says who has changed it and when, if this is
 * known.
 */
export const staleField = z.strictObject({
  field: z.string(),
  by: z
    .strictObject({
      kind: z.enum(['key', 'user', 'service', 'system', 'operator']),
      /** The member's id of a person, or the prefix of a key. */
      id: z.string(),
    })
    .optional(),
  at: z.iso.datetime().optional(),
});
export type StaleField = z.output<typeof staleField>;

export type AppErrorCode = keyof typeof appErrorCatalogue;

type AppErrorDetails = {
  /** The reason for people. The English detail follows from it. */
  because?: Because | undefined;
  /** Stable English text for programs alone. */
  detail?: string | undefined;
  /** The fields that others have changed meanwhile, if the code is `stale`. */
  changes?: StaleField[] | undefined;
};

/** The error that an operation of the app throws. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  readonly details: AppErrorDetails;

  constructor(code: AppErrorCode, details: AppErrorDetails = {}) {
    const detail = details.because ? detailOf(details.because) : details.detail;
    super(detail ?? code);
    this.name = 'AppError';
    this.code = code;
    this.details = { ...details, detail };
  }
}

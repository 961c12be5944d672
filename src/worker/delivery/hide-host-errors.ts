import type { AttemptError } from '../../egress/attempt-error.ts';
import { originOf } from '../../egress/target-url.ts';
import type { Claimed } from './claim.ts';
import type { AttemptOutcome, Proof } from './record-attempts.ts';

type ShownOutcome = AttemptOutcome & { proves?: Proof };

/**
 * The errors that say why no answer came. They would tell strangers which ports of a host are open. An error
 * of the name servers is not in the list: it tells nothing about ports, and the team needs it.
 */
const unanswered: ReadonlySet<string> = new Set<AttemptError>([
  'timeout',
  'connect_refused',
  'tls_error',
  'reset',
  'invalid_response',
]);

/**
 * Hides the part of a result that the team may not know. A URL may name any public host. A host that has
 * answered 2xx is a receiver of somebody. Before that, nobody learns why the host did not answer, nor how
 * long anything took.
 */
export function hideHostErrors(
  outcome: AttemptOutcome,
  { endpointId, endpoint: { url, provenOrigin } }: Pick<Claimed, 'endpointId' | 'endpoint'>,
): ShownOutcome {
  // Nothing was sent, so the outcome reveals nothing about the host.
  if (outcome.ms === null || isAt(url, provenOrigin)) return outcome;
  const origin = originOf(url);
  if (origin !== null && origin === provenOrigin) return outcome;
  if (outcome.error === null) {
    return origin === null ? outcome : { ...outcome, proves: { endpointId, origin } };
  }
  const less = { ...outcome, ms: null };
  return unanswered.has(outcome.error) ? { ...less, error: 'no_answer' } : less;
}

/**
 * True if the URL has this origin. Mostly the beginning of the text decides this. Only an unusual spelling is
 * parsed.
 */
function isAt(url: string, origin: string | null): boolean {
  return (
    origin !== null &&
    (url === origin || /^[/?]/.test(url.slice(origin.length))) &&
    url.startsWith(origin)
  );
}

import {
  type CauseName,
  type Diagnosis,
  deliveryCauses,
  type SeenDelivery,
} from './diagnose-delivery.ts';

type Place = 'endpoint' | 'try';

/**
 * Where in the app people do what a cause advises: at the endpoint, or with a request to their own machine. Causes that
 * repeating may mend have no place, nor have those that are mended elsewhere, such as in a firewall.
 */
const places: Partial<Record<CauseName, Place>> = {
  redirect: 'endpoint',
  bad_request: 'try',
  unauthorized: 'try',
  not_found: 'endpoint',
  method: 'endpoint',
  gone: 'endpoint',
  too_large: 'try',
  media_type: 'try',
  content: 'try',
  unknown_field: 'try',
  dns_error: 'endpoint',
  target_blocked: 'endpoint',
  invalid_response: 'endpoint',
  secret_unreadable: 'endpoint',
};

export type NextStep = Place | 'switch_on' | 'resend';

/** The step that helps a delivery that has not arrived. Null if no step in the app does. */
export function nextStep(
  { endpoint }: Pick<SeenDelivery, 'endpoint'>,
  diagnosis: Pick<Diagnosis, 'cause' | 'obstacle'> | null,
): NextStep | null {
  const otherwise = endpoint.status === 'active' ? null : 'switch_on';
  const { cause = null, obstacle = null } = diagnosis ?? {};
  if (cause && !obstacle && deliveryCauses[cause].repeat === 'change') {
    return places[cause] ?? otherwise;
  }
  return otherwise ?? 'resend';
}

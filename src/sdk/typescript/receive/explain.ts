import { inSentOrder } from './field-order.ts';
import { WebhookError } from './webhook-error.ts';

/** Whether the request would be genuine with this body and this secret. */
export type Matches = (body: Uint8Array, secret: string) => Promise<boolean>;

/**
 * Finds out why no signature matches. A cause is proven if the signature matches once the cause is
 * undone. Without a proven cause, the form of the body decides. A sender without the secret learns
 * nothing from the answer.
 */
export async function explain(
  body: Uint8Array,
  secrets: readonly string[],
  matches: Matches,
): Promise<WebhookError> {
  if (body.length === 0) return changed('the body is empty');
  const event = eventIn(body);
  const compact = event && JSON.stringify(event);
  const guesses = event && [
    [compact, ''],
    [inSentOrder(event), ', with its fields in another order'],
  ];
  for (const [guess, how] of guesses ?? []) {
    for (const secret of secrets) {
      if (await matches(new TextEncoder().encode(guess), secret)) {
        return changed(`the body was parsed and written anew${how}`);
      }
    }
  }
  for (const secret of secrets) {
    const bare = secret.replace(/^(["'`])(.*)\1$/s, '$2').trim();
    if (bare && bare !== secret && (await matches(body, bare))) {
      return new WebhookError('wrong_secret', 'the secret is in quotes, which do not belong to it');
    }
    if (!bare.startsWith('whsec_') && (await matches(body, `whsec_${bare}`))) {
      return new WebhookError('wrong_secret', 'the secret lacks its beginning, whsec_');
    }
  }
  if (compact && new TextEncoder().encode(compact).join() === body.join()) {
    return new WebhookError(
      'wrong_secret',
      'the signature does not match. Either the secret is that of another endpoint or was cut off, or a value of the body was changed. The page "Verify a signature" of the documentation helps to find out',
    );
  }
  return changed('the signature does not match, and the body is not as the service writes it');
}

function changed(reason: string): WebhookError {
  return new WebhookError(
    'body_changed',
    `${reason}. Verify the bytes as they came, before anything parses them`,
  );
}

/** The event in a body. Undefined if the body is not an event. */
export function eventIn(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    const isEvent = typeof value === 'object' && value !== null && 'id' in value && 'type' in value;
    return isEvent ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

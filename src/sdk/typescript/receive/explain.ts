import { WebhookError } from './webhook-error.ts';

/** Whether the request would be genuine with this body and this secret. */
export type Matches = (body: Uint8Array, secret: string) => Promise<boolean>;

/**
 * Why no signature matches. A cause is proven if it matches with the cause put right; else the form
 * of the body decides. Nobody without the secret learns anything by it.
 */
export async function explain(
  body: Uint8Array,
  secrets: readonly string[],
  matches: Matches,
): Promise<WebhookError> {
  const hint = 'Verify the bytes as they came, before anything parses them';
  if (body.length === 0) {
    return new WebhookError('body_changed', `the body is empty. ${hint}`);
  }
  const text = new TextDecoder().decode(body);
  const written = compact(text);
  if (written !== undefined && written !== text) {
    const rewritten = new TextEncoder().encode(written);
    for (const secret of secrets) {
      if (await matches(rewritten, secret)) {
        return new WebhookError('body_changed', `the body was parsed and written anew. ${hint}`);
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
  if (written === text) {
    return new WebhookError(
      'wrong_secret',
      'the signature does not match. The body looks as it was sent, so the secret is probably that of another endpoint, or was cut off',
    );
  }
  return new WebhookError(
    'body_changed',
    `the signature does not match, and the body is not as the service writes it. ${hint}`,
  );
}

/** An event in the form in which the service writes it. Undefined if this is no event. */
function compact(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isEvent = typeof value === 'object' && value !== null && 'id' in value && 'type' in value;
    return isEvent ? JSON.stringify(value) : undefined;
  } catch {
    return undefined;
  }
}

/** What the provider's redirect has brought in the address. */
export type ConsentAnswer = { state: string; code?: string; error?: string };

/** Set once, before the router reads the address. */
let brought = takeFromAddress();

/** Undefined for a page that was opened without an answer, or reloaded. */
export function consentAnswer(): ConsentAnswer | undefined {
  return brought;
}

/** An answer has one use. */
export function forgetConsentAnswer(): void {
  brought = undefined;
}

function takeFromAddress(): ConsentAnswer | undefined {
  if (location.pathname !== '/app/crm/callback') return undefined;
  const given = new URLSearchParams(location.search);
  if (location.search || location.hash) history.replaceState(null, '', location.pathname);
  const state = given.get('state');
  const code = given.get('code');
  const error = given.get('error');
  if (!state) return undefined;
  return { state, ...(code && { code }), ...(error && { error: error.slice(0, 200) }) };
}

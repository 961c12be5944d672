/** The query of the provider's redirect. */
export type ConsentAnswer = { state: string; code?: string; error?: string };

/** Read once, before the router reads the address. */
let brought = takeFromAddress();

/** Undefined if the page was opened without an answer, or was reloaded. */
export function consentAnswer(): ConsentAnswer | undefined {
  return brought;
}

/** An answer can be used once. */
export function forgetConsentAnswer(): void {
  brought = undefined;
}

function takeFromAddress(): ConsentAnswer | undefined {
  if (location.pathname !== '/app/crm/callback') return undefined;
  const params = new URLSearchParams(location.search);
  if (location.search || location.hash) history.replaceState(null, '', location.pathname);
  const state = params.get('state');
  const code = params.get('code');
  const error = params.get('error');
  if (!state) return undefined;
  return { state, ...(code && { code }), ...(error && { error: error.slice(0, 200) }) };
}

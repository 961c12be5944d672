import { hintOf } from '../../../../crm/access.ts';
import { forbiddenAddresses } from '../../../../crm/answer-codes.ts';
import type { CrmProvider } from '../../../../crm/connection-settings.ts';
import type { Access, Account, CrmConnector } from '../../../../crm/connector.ts';
import { CrmFailure, QuotaWait } from '../../../../crm/crm-failure.ts';
import { practiceAccess } from '../../../../crm/demo/practice.ts';
import type { Asking } from '../../../../operation/call.ts';
import { ApiError } from '../../../../shared/errors/errors.ts';
import { findPracticeAccount } from './practice-account.ts';

/** An account that a provider has identified, with the access to it. */
export type Identified = {
  provider: CrmProvider;
  access: Access;
  /** The part of the secret that the app shows. */
  hint: string;
  account: Account;
};

/** True if the connector is for this team: some connectors are for one team alone. */
export function isOffered({ isFor }: CrmConnector, { tenantId }: Asking['actor']): boolean {
  return isFor === undefined || isFor(tenantId);
}

/** The connector of a provider, if this installation offers it to the team. */
export function requireConnector(
  { crm, actor }: Pick<Asking, 'crm' | 'actor'>,
  provider: CrmProvider,
): CrmConnector {
  const found = connectorOf(crm, provider);
  if (!isOffered(found, actor)) throw new ApiError('conflict', { because: 'crm_provider_missing' });
  return found;
}

function connectorOf({ connectors }: Asking['crm'], provider: CrmProvider): CrmConnector {
  const found = connectors.find((one) => one.provider === provider);
  if (!found) throw new ApiError('conflict', { because: 'crm_provider_missing' });
  return found;
}

/** Asks the provider to which account the entered credentials belong. Nothing is stored. */
export async function identifyEntered(
  asking: Asking,
  { provider, credentials }: { provider: CrmProvider; credentials: Record<string, string> },
): Promise<Identified> {
  // No connector is for all sandboxes for looking around: the database knows which these are.
  const practice = provider === 'demo' ? await asking.inTeam(findPracticeAccount) : null;
  const connector = practice
    ? connectorOf(asking.crm, provider)
    : requireConnector(asking, provider);
  const entered = connector.form.safeParse(credentials);
  if (!entered.success) {
    throw new ApiError('validation_error', { field: 'credentials', because: 'crm_form_wrong' });
  }
  return answered(async () => {
    const { crm, signal } = asking;
    const access = practice
      ? practiceAccess(practice)
      : { kind: 'token' as const, entered: entered.data, tokens: null };
    // The entered credentials name the token server. No other server gets the secret.
    const tokens = connector.exchange
      ? await connector.exchange(crm.openApi(connector, access, signal), entered.data)
      : null;
    return identify(asking, connector, { ...access, tokens });
  });
}

/** An account with no id, or with a longer one, is refused: it could not be told from another account. */
const LONGEST_ID = 200;

export async function identify(
  { crm, signal }: Asking,
  connector: CrmConnector,
  access: Access,
): Promise<Identified> {
  const account = await connector.identify(crm.openApi(connector, access, signal));
  if (account.id.length === 0 || account.id.length > LONGEST_ID) {
    throw new CrmFailure('contract', { field: 'account' });
  }
  return { provider: connector.provider, access, hint: hintOf(connector, access), account };
}

/** Turns a failure of the provider into a refusal that tells the person why. */
export async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof QuotaWait) {
      const retryAfter = Math.max(1, Math.ceil(error.waitMs / 1000));
      throw new ApiError('rate_limited', { because: 'crm_quota_used', retryAfter });
    }
    if (error instanceof CrmFailure) throw refusalOf(error);
    throw error;
  }
}

function refusalOf({ reason, facts, cause }: CrmFailure): ApiError {
  switch (reason) {
    case 'auth':
      return new ApiError('validation_error', {
        field: 'credentials',
        because: facts.permission
          ? ['crm_permission_missing', facts.permission]
          : 'crm_credentials_refused',
      });
    case 'unavailable':
      return new ApiError('conflict', { because: 'crm_unavailable' });
    case 'contract':
      return new ApiError('conflict', {
        because: forbiddenAddresses.includes(facts.code ?? '')
          ? 'crm_address_refused'
          : 'crm_unreadable',
      });
    case 'suspicious_deletion':
    case 'internal':
      return new ApiError('internal', { cause });
  }
}

/** Refuses an account that lacks a permission: synchronizations would fail. */
export function requirePermissions({ missing }: Account): void {
  const [permission] = missing;
  if (permission === undefined) return;
  throw new ApiError('validation_error', {
    field: 'credentials',
    because: ['crm_permission_missing', missing.join(', ')],
  });
}

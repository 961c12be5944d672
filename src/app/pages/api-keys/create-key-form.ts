import { z } from 'zod';
import { inTableOrder, keyTemplates, type Scope } from '../../../auth/scopes.ts';
import type { ListedKey } from '../../../features/api-keys/api-keys.schema.ts';
import { lineText } from '../../../shared/schema/text.ts';
import { DAY_MS } from '../../../shared/time/durations.ts';

/** The service knows the first two. `webhooks` is a selection of ours, and so is sent as scopes. */
export const templates = ['read_only', 'read_and_assignments', 'webhooks', 'custom'] as const;
export const templateScopes = {
  ...keyTemplates,
  webhooks: [...keyTemplates.read_and_assignments, 'webhooks:manage'],
} as const satisfies Record<string, readonly Scope[]>;

const days = { d30: 30, d90: 90, d365: 365 } as const;
/** `same`: the same end as the duplicated key. */
export const expiries = ['same', 'never', 'd30', 'd90', 'd365'] as const;

const MAX_NAME = 100;

/** What the browser checks before it sends the form. The server checks all of it again. */
export const createKeyForm = z.object({
  name: lineText(1, MAX_NAME),
  template: z.enum(templates),
  scopes: z.array(z.custom<Scope>()),
  ip_ranges: z.string(),
  expires: z.enum(expiries),
});
export type CreateKeyForm = z.input<typeof createKeyForm>;

const emptyKey: CreateKeyForm = {
  name: '',
  template: 'read_only',
  scopes: [],
  ip_ranges: '',
  expires: 'never',
};

/** The initial values, with the scopes that a program has put into the address of the form. */
export function keyWith(asked: string): CreateKeyForm {
  const scopes = inTableOrder(asked.split(','));
  return scopes.length === 0 ? emptyKey : { ...emptyKey, template: 'custom', scopes };
}

/** The initial values of a visitor from the guide on webhooks. */
export const webhooksKey: CreateKeyForm = { ...emptyKey, template: 'webhooks' };

/** The initial values of the form when a key is duplicated. */
export function copyOf(key: ListedKey, name: string): CreateKeyForm {
  return {
    name: [...name].slice(0, MAX_NAME).join(''),
    template: key.template ?? 'custom',
    scopes: key.scopes,
    ip_ranges: key.ip_ranges.join('\n'),
    expires: canCopyEnd(key) ? 'same' : 'never',
  };
}

/**
 * True if a duplicate may end at the same time as this key. False if the key never ends, has expired, or was rotated:
 * a rotated key ends with its grace period.
 */
export function canCopyEnd({ expires_at, rotated_at, state }: ListedKey): boolean {
  return expires_at !== null && rotated_at === null && state !== 'expired';
}

/**
 * The input of the call. `openedAt` is the same for all calls of a form, so that a repeated call sends
 * the same input, and the service recognizes it.
 */
export function keyInputOf(form: CreateKeyForm, openedAt: number) {
  const { name, template, scopes, ip_ranges, expires } = form;
  return {
    name,
    ip_ranges: rangesIn(ip_ranges),
    ...rightsOf(template, scopes),
    ...(expires === 'same' ? {} : { expires_at: endOf(expires, openedAt) }),
  };
}

function rightsOf(template: CreateKeyForm['template'], scopes: Scope[]) {
  if (template === 'custom') return { scopes };
  return template === 'webhooks' ? { scopes: [...templateScopes.webhooks] } : { template };
}

/** The entries in the text field of the address list. */
export function rangesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

function endOf(choice: 'never' | keyof typeof days, openedAt: number): string | null {
  return choice === 'never' ? null : new Date(openedAt + days[choice] * DAY_MS).toISOString();
}

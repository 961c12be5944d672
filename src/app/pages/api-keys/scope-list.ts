import type { keyTemplates, Scope, scopes as table } from '../../../auth/scopes.ts';

/** The contract's scopes in their order. Another list does not compile. */
export const allScopes: typeof table = [
  'users:read',
  'users:write',
  'trainings:read',
  'evaluations:read',
  'assignments:read',
  'assignments:write',
  'cases:read',
  'cases:write',
  'catalog:read',
  'analytics:read',
  'webhooks:manage',
];

const readOnly = allScopes.filter((scope) => scope.endsWith(':read'));

/** What the server gives to a key of each template; a test compares them. */
export const templateScopes: Record<keyof typeof keyTemplates, readonly Scope[]> = {
  read_only: readOnly,
  read_and_assignments: [...readOnly, 'assignments:write'],
};

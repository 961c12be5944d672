/** All scopes in the order of the contract's table. `/me` lists them in this order too (D51). */
export const scopes = [
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
  'events:read',
  'webhooks:manage',
] as const;

export type Scope = (typeof scopes)[number];

const readOnly = scopes.filter((scope) => scope.endsWith(':read'));

/** The templates that the app offers (D49). */
export const keyTemplates = {
  read_only: readOnly,
  read_and_assignments: [...readOnly, 'assignments:write'],
} as const satisfies Record<string, readonly Scope[]>;

export function inTableOrder(granted: readonly string[]): Scope[] {
  return scopes.filter((scope) => granted.includes(scope));
}

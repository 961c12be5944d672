import { expect, test } from 'vitest';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

test('D51: kind is the plan, scopes are in the order of the table, rate_limit_per_min is the tenant value', async () => {
  const team = await makeTeam(api(), {
    plan: 'enterprise',
    rateLimit: 50,
    scopes: ['cases:write', 'users:read'],
  });
  const response = await team.request('GET', '/me');
  expect(response.status).toBe(200);
  expect(response.body).toEqual({
    tenant_id: team.tenantId,
    kind: 'enterprise',
    scopes: ['users:read', 'cases:write'],
    rate_limit_per_min: 50,
    privacy: { member_detail_enabled: true },
  });
});

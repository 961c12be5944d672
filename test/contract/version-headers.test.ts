import { expect, test } from 'vitest';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

const end = {
  API_DEPRECATED_AT: '2027-01-31T00:00:00Z',
  API_SUNSET_AT: '2028-02-29T12:00:00+01:00',
  API_DEPRECATION_LINK: 'https://developer.example.com/v2',
};

test('D171: v1 announces no end until one is configured', async () => {
  const { headers } = await (await makeTeam(api())).request('GET', '/me');
  for (const name of ['deprecation', 'sunset', 'link']) expect(headers[name]).toBeUndefined();
});

test('D171: Deprecation, Sunset and Link on every response, as RFC 9745 and 8594 write them', async () => {
  const announcing = await api().beside({ env: end });
  const { key } = await makeTeam(api());
  for (const [path, status] of [
    ['/me', 200],
    ['/nothing', 404],
  ] as const) {
    const response = await announcing.request('GET', path, { key });
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      deprecation: '@1801353600',
      sunset: 'Tue, 29 Feb 2028 11:00:00 GMT',
      link: '<https://developer.example.com/v2>; rel="deprecation", <https://developer.example.com/v2>; rel="sunset"',
    });
  }
  await announcing.close();
});

import { expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { insertCase, insertEndpoint } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { rowsWith } from './harness/all-rows.ts';
import { runErasures } from './harness/erase.ts';

const api = useApi();
const NAME = 'Zoe Quaxlmann';
const ADDRESS = 'zoe.quaxlmann@attack.example';

/** A team whose owner is about to erase a former member. */
async function makeLeaver() {
  const team = await makeTeam(api(), { plan: 'enterprise' });
  const owner = await makeSession(team, team.owner);
  const { memberId: member_id, userId } = await team.addMember({ email: ADDRESS });
  await api().sql.query('update person set name = $2 where id = $1', [userId, NAME]);
  const erase = async () => {
    await team.request('DELETE', `/users/${member_id}`);
    const preview = await owner.app.members.erasurePreview.query({ member_id });
    await owner.app.members.erase.mutate({ member_id });
    await runErasures(api());
    return preview;
  };
  return { team, owner, erase };
}

test('an erasure finds the name with format characters in it, in brackets and quotation marks, and with a slash or a plus', async () => {
  const { team, erase } = await makeLeaver();
  const texts = [
    'Zoe\u00ad Quaxlmann',
    'Zoe Quaxl\u00admann',
    'Quaxlmann, Zo\u00ade',
    'Zoe\u200bQuaxlmann',
    'Zoe (Quaxlmann)',
    'Zoe "Quaxlmann"',
    'Zoe/Quaxlmann',
    'Zoe+Quaxlmann',
    'zoe.quaxl\u00admann@attack.example',
  ];
  const cases = await Promise.all(
    texts.map((text, i) =>
      insertCase(team, i % 2 ? { title: text } : { fields: { by: `<${text}>` } }),
    ),
  );
  const other = await insertCase(team, {
    title: 'Zoequaxlmann\u00ad, Zoe\u200b and Quaxlmann\u00ads',
  });
  await erase();
  const { rows } = await api().sql.query(
    'select title, fields::text from team_case where id = any ($1)',
    [cases],
  );
  expect(rows).toHaveLength(texts.length);
  for (const { title, fields } of rows) {
    expect(`${title} ${fields}`).toMatch(/\[erased\]|erased@erased\.invalid/);
    expect(`${title} ${fields}`.replaceAll(/\p{Cf}/gu, '')).not.toMatch(/quaxl/i);
  }
  const { rows: kept } = await api().sql.query('select title from team_case where id = $1', [
    other,
  ]);
  expect(kept).toEqual([{ title: 'Zoequaxlmann\u00ad, Zoe\u200b and Quaxlmann\u00ads' }]);
});

test('an erasure removes the name from the names of sandboxes, and not from what the team calls itself', async () => {
  const { team, owner, erase } = await makeLeaver();
  await api().sql.query('update tenant set name = $2 where id = $1', [
    team.tenantId,
    `${NAME} Consulting`,
  ]);
  await owner.app.sandboxes.create.mutate({ name: `Trial of ${NAME} ${'x'.repeat(90)}` });
  await owner.app.sandboxes.create.mutate({ name: 'Trial of somebody' });
  await erase();
  const { rows } = await api().sql.query(
    'select name from tenant where id = $1 or sandbox_of = $1 order by length(name)',
    [team.tenantId],
  );
  expect(rows).toEqual([
    { name: 'Trial of somebody' },
    { name: `${NAME} Consulting` },
    { name: `Trial of [erased] ${'x'.repeat(90)}` },
  ]);
  expect(await rowsWith(api().sql, [`trial of ${NAME}`])).toEqual([]);
});

test('before an erasure the owner sees the webhook URLs with the name or an address, and the erasure leaves them', async () => {
  const { team, erase } = await makeLeaver();
  const urls = [
    'https://a.example.com/hook?mail=zoe.quaxlmann%40attack.example',
    'https://b.example.com/zoe/quaxlmann',
    'https://c.example.com/hook?by=Quaxlmann,+Zoe#%E0',
  ];
  const ids: string[] = [];
  for (const url of urls) ids.push(await insertEndpoint(team, { url }));
  await insertEndpoint(team, {
    url: 'https://d.example.com/zoequaxlmann?to=quaxlmann@attack.example',
  });
  await insertEndpoint(team, { url: urls[0], deleted_at: new Date() });
  const preview = await erase();
  const expected = urls.map((url, i) => ({ endpoint_id: ids[i], url }));
  expect(preview.urls.toSorted((a, b) => (a.url < b.url ? -1 : 1))).toEqual(expected);
  const { rows } = await api().sql.query(
    'select url from webhook_endpoint where id = any ($1) order by url',
    [ids],
  );
  expect(rows.map(({ url }) => url)).toEqual(urls);
});

import { expect, test } from 'vitest';
import { replacerOf, replacersOf } from '../../src/features/erasure/replace-names.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import { onThisMachine } from '../harness/computed-ms.ts';
import { leastOfThree } from '../harness/longest-tick.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

// People choose their own names, and may choose many. Looking for them must not block the process.

const api = useApi();
const MARKED = 'äöüßøæåéł';
const PLAIN = 'bcdfghjklmnpqrstvwxzbcdfghjklmnpqrstvwxz';

/** The longest possible name, with a letter that has several spellings at each place. */
function longName(n: number): string {
  const letters = Array.from(
    { length: 14 },
    (_, index) => MARKED[(n * (index + 3) + index) % MARKED.length],
  );
  const words = letters.map((_, index) =>
    [...letters.slice(index), ...letters.slice(0, index)].join(''),
  );
  return [PLAIN.slice(n % 36, (n % 36) + 4), ...words].join(' ').slice(0, 160).trim();
}

test('preparing a name blocks the process for less than 50 ms, and looking for it in a text costs little', async () => {
  let n = 0;
  const prepared = async () => {
    n += 1;
    const replacer = replacerOf({ names: [longName(n)], addresses: [] });
    const text = `by ${longName(n).toUpperCase()}`;
    await replacer.prepare([text]);
    expect(replacer.text(text)).toBeDefined();
  };
  await prepared();
  expect(await leastOfThree(prepared)).toBeLessThan(onThisMachine(50));
});

test('many names are looked for in small groups, the longest first', async () => {
  const names = ['Anna Moser', 'Anna Moser-Zwirbel', 'Anna Berta Moser Zwirbel', 'Lea Kern'];
  const addresses = ['a@example.com', 'b@example.com', 'c@example.com'];
  let text =
    'Anna Berta Moser Zwirbel, Moser-Zwirbel, Anna; Kern, Lea; a@example.com B@example.com';
  const found: number[] = [];
  for await (const replacer of replacersOf({ names, addresses }, 2)) {
    found.push(replacer.patterns.length);
    text = replacer.text(text) ?? text;
  }
  expect(text).toBe('[erased], [erased]; [erased]; erased@erased.invalid erased@erased.invalid');
  expect(Math.max(...found)).toBeLessThanOrEqual(2);
  expect(found.length).toBeGreaterThan(5);
});

test('other requests are answered while the preview of an erasure of many names is made', async () => {
  const team = await makeTeam(api());
  const owner = await makeSession(team, team.owner);
  const [leaving, colleague] = [await makePerson(team), await makePerson(team)];
  const call = (id: string, name: string) =>
    api().sql.query('update person set name = $2 where id = $1', [id, name]);
  await call(leaving.userId, longName(0));
  await call(colleague.userId, longName(7).toUpperCase());
  const kept = { team: team.tenantId, member: leaving.memberId };
  await keepNames(kept, 0);
  await team.request('DELETE', `/users/${leaving.memberId}`);
  const preview = () => owner.app.members.erasurePreview.query({ member_id: leaving.memberId });
  const { names } = await preview();
  expect(names).toHaveLength(31);
  expect(names.filter(({ is_shared }) => is_shared).map(({ name }) => name)).toEqual([longName(7)]);
  let first = 0;
  const previewOfOthers = async () => {
    first += 100;
    await keepNames(kept, first);
    return preview();
  };
  expect(await leastOfThree(previewOfOthers)).toBeLessThan(onThisMachine(50));
});

/** Gives the member these former names, each for a day of 2020. */
async function keepNames({ team, member }: { team: string; member: string }, first: number) {
  const names = Array.from({ length: 30 }, (_, n) => longName(first + n + 1));
  await api().sql.query('delete from member_name where tenant_id = $1 and member_id = $2', [
    team,
    member,
  ]);
  await api().sql.query(
    `insert into member_name (tenant_id, member_id, kind, value, since, until)
     select $1, $2, 'name', n.value, day + make_interval(days => n.n::int),
       day + make_interval(days => n.n::int + 1)
     from unnest($3::text[]) with ordinality n (value, n)
     cross join (select timestamptz '2020-01-01' as day) d`,
    [team, member, names],
  );
}

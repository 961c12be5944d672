import { expect, test } from 'vitest';
import { explanationOf, explanations } from '../../src/operation/explanation.ts';
import { makeSession } from '../harness/app.ts';
import { insertInvited } from '../harness/rows.ts';
import { sourcesIn } from '../harness/sources.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

/** Only REST, the product's backend, another program than our pages, or the operator gets these. */
const forPrograms = new Set([
  'A correction needs an evaluated_at that is later than the one before.',
  'Granting or revoking the role admin needs a key created by the owner or an active admin.',
  'No cursor of this list.',
  'No search while the team has turned off member_detail_enabled.',
  'Not a cursor of this list with these filters.',
  'The assignment has been revoked.',
  'The member has no such assignment.',
  'The passkey was not used on a page of {}.',
  'The session has an evaluation.',
  'The session has ended in another way, or at another time.',
  'The session was aborted.',
  'The session was started with another content.',
  'The time lies in the future.',
]);

/** Its own words in both languages. */
const translated = new Set([
  'Der Katalog des Teams hat keine {} {}.',
  "The team's catalog has no {} {}.",
]);

/** One word stands for each of these. */
const chosen = ['situation', 'personality', 'industry'];
const THESE = [
  'This {} is unknown or not visible to the team.',
  'A policy of the recipient blocks the {} {}.',
];

const DETAIL = /(?:'([A-Z][^'\n]+\.)'|`([A-Z][^`\n]+\.)`|"([A-Z][^"\n]+\.)")/g;

function detailsIn(text: string): string[] {
  return [...text.matchAll(DETAIL)].map(([, single, template, double]) =>
    (single ?? double ?? template ?? '').replace(/\$\{[^}]+\}/g, '{}'),
  );
}

test('each refusal that people can meet is explained in German', () => {
  const files = ['src/features', 'src/egress']
    .flatMap((folder) => sourcesIn(folder))
    .filter(
      ({ file, text }) =>
        /ApiError|refuse|refusal|Refusal|no(Active)?Member =/.test(text) &&
        !/\.(schema|router)\.ts$/.test(file),
    );
  const details = files
    .flatMap(({ text }) => detailsIn(text))
    .flatMap((detail) =>
      THESE.includes(detail) ? chosen.map((one) => detail.replace('{}', one)) : detail,
    );
  expect(details.length).toBeGreaterThan(50);
  const known = new Set([...Object.keys(explanations), ...forPrograms, ...translated]);
  const missing = details.filter((detail) => !known.has(detail));
  expect(missing).toEqual([]);
});

test('what explains a refusal is in the language of the person, with its numbers', async () => {
  expect(
    explanationOf('The team has 100 keys that work. Revoke one that is not needed.', 'de'),
  ).toBe(
    'Das Team hat 100 gültige Schlüssel. Widerrufen Sie zuerst einen, den Sie nicht brauchen.',
  );
  const team = await makeTeam(api());
  const invited = await insertInvited(team);
  const explained = async (language: string) => {
    const owner = await makeSession(team, team.owner);
    owner.headers = { 'accept-language': language };
    const answer = await owner.call('team.offerOwnership', 'mutation', { member_id: invited });
    return (answer as { error: { data: unknown } }).error.data;
  };
  const detail = 'The member has not accepted the invitation yet.';
  expect(await explained('de')).toMatchObject({
    detail,
    explanation: 'Das Mitglied hat die Einladung noch nicht angenommen.',
  });
  expect(await explained('en')).toMatchObject({ detail, explanation: detail });
});

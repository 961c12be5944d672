import { expect, test } from 'vitest';
import {
  explanationOf,
  explanationOfLogged,
  refusalTexts,
} from '../../src/shared/errors/because.ts';
import { makeSession } from '../harness/app.ts';
import { insertInvited } from '../harness/rows.ts';
import { sourcesIn } from '../harness/sources.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

/** Errors that only REST, the backend, foreign programs or the operator can get. */
const forPrograms = new Set([
  'A correction needs an evaluated_at that is later than the one before.',
  'A time in the past. Without `since`, the page begins now.',
  'At most {} passkeys.',
  'Granting or revoking the role admin needs a key created by the owner or an active admin.',
  'No cursor of this list.',
  'No name of this member begins then.',
  'No search while the team has turned off member_detail_enabled.',
  'Deletions after it are no longer known. Begin again without a cursor.',
  'The key has no scope for any of these lists.',
  'Events after it are missing: they were removed, or not kept. Synchronize anew.',
  'Only without `cursor`, which says where the page begins.',
  'The assignment has been revoked.',
  'The member has no such assignment.',
  'The passkey was not used on a page of {}.',
  'The session has an evaluation.',
  'The session has ended in another way, or at another time.',
  'The session was aborted.',
  'The session was started with another content.',
  'The time lies in the future.',
]);

/** Errors with words of their own in each language. */
const translated = new Set([
  'Der Katalog des Teams hat keine {} {}.',
  "The team's catalog has no {} {}.",
]);

const DETAIL = /(?:'([A-Z][^'\n]+\.)'|`([A-Z][^`\n]+\.)`|"([A-Z][^"\n]+\.)")/g;

function detailsIn(text: string): string[] {
  return [...text.matchAll(DETAIL)].map(([, single, template, double]) =>
    (single ?? double ?? template ?? '').replace(/\$\{[^}]+\}/g, '{}'),
  );
}

test('each refusal that people can see has an explanation in every language', () => {
  const files = ['src/features', 'src/egress']
    .flatMap((folder) => sourcesIn(folder))
    .filter(
      ({ file, text }) =>
        /ApiError|AppError|refuse|refusal|Refusal/.test(text) &&
        !/\.(schema|router|de)\.ts$/.test(file),
    );
  const unexplained = new Set(files.flatMap(({ text }) => detailsIn(text)));
  expect([...unexplained].filter((detail) => !translated.has(detail)).toSorted()).toEqual(
    [...forPrograms].toSorted(),
  );
});

test('a refusal text has a place for its value in every language, or in none', () => {
  const values = (text: string) => text.split('{}').length - 1;
  const texts = Object.entries(refusalTexts);
  const wrong = texts.filter(([, { en, ...others }]) =>
    Object.values(others).some((text) => values(text) !== values(en) || values(en) > 1),
  );
  expect(wrong).toEqual([]);
  expect(texts.length).toBeGreaterThan(80);
});

test("an explanation is in the person's language, with its numbers", async () => {
  expect(explanationOf(['too_many_keys', 100], 'de')).toBe(
    'Das Team hat 100 gültige Schlüssel. Widerrufen Sie zuerst einen, den Sie nicht brauchen.',
  );
  expect(explanationOfLogged('The key has been revoked.', 'de')).toBe(
    'Der Schlüssel ist widerrufen.',
  );
  expect(explanationOfLogged('Of another release.', 'de')).toBeUndefined();
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

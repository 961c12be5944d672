import { describe, expect, test } from 'vitest';
import { REQUESTS_PER_KEY } from '../../src/auth/rate-limits.ts';
import { allPages } from '../../src/docs/site/all-pages.ts';
import { documentNamed } from './harness/documents.ts';

const pages = allPages();

// Each of these facts has misled readers, because one document had it and the other did not.
describe.each(['en', 'de'] as const)('reference and guides say the same: %s', (language) => {
  const page = (at: string) =>
    pages.find((one) => one.language === language && one.path === at)?.markdown ?? '';
  const guide = (name: string) => documentNamed(`docs/guides/${language}/${name}.md`);
  const words = {
    en: {
      together: /all keys of the team together/,
      corrected:
        /corrected evaluation moves to the top|is corrected while you read moves to the top/,
      savedOrCorrected: /saved or corrected/,
      joins: /at the invitation, not at its acceptance|not again when the invitation is accepted/,
      atOnce: /raises \[`member\.joined`\]\S+ at once/,
      returns:
        /not even when the person is invited again|stay gone when the person is invited again/,
    },
    de: {
      together: /alle[nr]? Schlüssel des Teams zusammen/,
      corrected:
        /korrigierte Bewertung rückt an den Anfang|rückt ein Eintrag, der korrigiert wird, .* an den Anfang/,
      savedOrCorrected: /gespeichert oder korrigiert/,
      joins: /mit der Einladung, nicht|nicht noch einmal, wenn die Einladung angenommen wird/,
      atOnce: /löst sofort \[`member\.joined`\]\S+ aus/,
      returns: /wenn die Person wieder eingeladen wird/,
    },
  }[language];

  test("600 in /me is the team's limit, and 120 in the header is the key's", () => {
    for (const text of [page('reference/get-me'), guide('first-request'), guide('limits')]) {
      expect(text).toMatch(words.together);
      expect(text).toContain(`${REQUESTS_PER_KEY}`);
      expect(text).toContain('`RateLimit-Limit`');
    }
    // Once beside the field of the answer, and once beside the header.
    const sentences = page('reference/get-me')
      .split('\n')
      .filter((line) => words.together.test(line));
    expect(sentences.map((line) => line.match(/`[^`]+`/)?.[0])).toEqual([
      '`rate_limit_per_min`',
      '`RateLimit-Limit`',
    ]);
  });

  test('a corrected evaluation moves to the top of its list, and raises its event again', () => {
    for (const text of [page('reference/list-evaluations'), guide('lists-and-sync')]) {
      expect(text).toMatch(words.corrected);
      expect(text).toMatch(words.savedOrCorrected);
    }
    for (const text of [page('events/evaluation.completed'), guide('webhooks')]) {
      expect(text).toMatch(words.savedOrCorrected);
    }
  });

  test('member.joined is sent at the invitation', () => {
    for (const text of [page('events/member.joined'), guide('webhooks')]) {
      expect(text).toMatch(words.joins);
    }
    expect(page('reference/invite-member')).toMatch(words.atOnce);
  });

  test('a returning person begins without the former trainings', () => {
    for (const text of [page('reference/remove-member'), guide('lists-and-sync')]) {
      expect(text).toMatch(words.returns);
    }
  });
});

test('the one-line receivers of the guide are those of the README, which are compiled', () => {
  const readme = documentNamed('src/sdk/typescript/README.md');
  const table = documentNamed('docs/guides/en/sdk.md');
  for (const framework of ['fastify', 'hono', 'workers']) {
    const row = table.split('\n').find((line) => line.includes(`team-api/webhooks/${framework}`));
    const call = row?.match(/`([^`]+;)`/)?.[1] ?? 'nothing';
    expect([framework, readme.includes(`\n${call}\n`)]).toEqual([framework, true]);
  }
});

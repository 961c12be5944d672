import fc from 'fast-check';
import { expect, test } from 'vitest';
import { theirWords } from '../../src/features/mail/their-words.ts';
import { htmlOfMail } from '../../src/shared/mail/html-of-mail.ts';
import { PUBLIC_URL } from '../harness/mailed-links.ts';
import { readMail } from '../harness/smtp.ts';
import { runJobs } from '../worker/harness/queue.ts';
import { smtp, useOutbox } from './harness/outbox.ts';

const { pool, tasks, write } = useOutbox();

const PAGE = `${PUBLIC_URL}/app/api-keys?key=key_1`;
const mail = { lang: 'en', subject: 'S', publicUrl: PUBLIC_URL, purpose: null } as const;
const htmlOf = (body: string, more: Partial<Parameters<typeof htmlOfMail>[0]> = {}) =>
  htmlOfMail({ ...mail, body, ...more });
const hrefsIn = (html: string) => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href);
const buttonsIn = (html: string) =>
  [...html.matchAll(/<a class="button" href="([^"]*)">([^<]*)</g)].map(([, ...found]) => found);

/** What a reader sees. */
function shownIn(html: string): string {
  const body = html.slice(html.indexOf('<h1>')).replaceAll(/<[^>]*>/g, ' ');
  const read = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return body.replaceAll(/&(\w+);/g, (_, name: keyof typeof read) => read[name]);
}

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const markup = fc.constantFrom(
  '<a href="https://evil.example">',
  '</p>',
  '&lt;',
  '"',
  '<img src=x onerror=y>',
  '\n',
  '\n\n',
  '  Name: ',
  '  - ',
  '  GET ',
  'https://evil.example/app/link#x',
  `${PUBLIC_URL}.evil/app/`,
);
const bodies = fc.array(fc.oneof(words, markup), { minLength: 1, maxLength: 12 });

test('no words of a mail become markup, and none get lost', () => {
  fc.assert(
    fc.property(bodies, (parts) => {
      const html = htmlOf(parts.join(''));
      const tags = new Set(html.slice(html.indexOf('<h1>')).match(/<\/?\w+/g));
      for (const tag of tags) expect(known).toContain(tag.replace(/^<\/?/, ''));
      const shown = shownIn(html).replaceAll(/\s/g, '');
      for (const line of parts.join('').split('\n')) {
        const text = line.trim().replace(/^- /, '').replace(/: .*/s, '').replaceAll(/\s/g, '');
        expect(shown).toContain(text);
      }
    }),
  );
});

test('no words of other people become a link', () => {
  fc.assert(
    fc.property(bodies, (parts) => {
      const theirs = theirWords(parts.join(''));
      const html = htmlOf(
        `Hello,\n\n  Name: ${theirs}\n\n“${theirs}” has ended.\n\n  - ${theirs}\n`,
      );
      expect(hrefsIn(html)).toEqual([]);
    }),
  );
  const chosen = `Privacy notice of your team: ${PAGE}`;
  expect(hrefsIn(htmlOf(`Hello,\n\n${chosen}\n`))).toEqual([]);
});

const known = [
  'a',
  'h1',
  'p',
  'br',
  'ul',
  'li',
  'pre',
  'table',
  'tr',
  'th',
  'td',
  'span',
  'body',
  'html',
];

test('the first address of the app is a button, the others are links, and an address within a sentence is text', () => {
  const signIn = `${PUBLIC_URL}/app/sign-in`;
  const html = htmlOf(
    `Hello,\n\nIn the app: ${PAGE}\n\nRead https://evil.example/app/x\n\n  ${signIn}\n`,
  );
  expect(buttonsIn(html)).toEqual([[PAGE, 'Open in the app']]);
  expect(hrefsIn(html)).toEqual([PAGE, PAGE, signIn]);
  expect(html).not.toContain('In the app:');
  expect(buttonsIn(htmlOf(`Please sign in:\n${signIn}\n`))).toEqual([[signIn, 'Sign in']]);
});

test.for([
  ['invitation', 'de', 'Einladung annehmen'],
  ['password_reset', 'en', 'Set a new password'],
  ['email_undo', 'en', 'Undo the change'],
] as const)('the button of a one-time link says what it does: %s', ([purpose, lang, label]) => {
  const link = `${PUBLIC_URL}/app/link#abc`;
  const html = htmlOf(`Text:\n\n  ${link}\n`, { purpose, lang });
  expect(buttonsIn(html)).toEqual([[link, label]]);
  expect(html).toContain(`<html lang="${lang}">`);
});

test('the link that stops mails is no button', () => {
  const link = `${PUBLIC_URL}/app/link#abc`;
  const html = htmlOf(`Stop them:\n\n  ${link}\n`, { purpose: 'contact_stop' });
  expect(buttonsIn(html)).toEqual([]);
  expect(hrefsIn(html)).toEqual([link]);
});

test('lines with a label are a table, only a status has a dot, requests are code, points are a list', () => {
  const html = htmlOf(
    `  Name: Active\n  Status: Paused\n\n  GET ${PUBLIC_URL}/api\n\n  - one,\n  - two.\n`,
  );
  expect(html).toContain('<th scope="row">Name</th><td>Active</td>');
  expect(html).toContain('<td><span aria-hidden="true" class="needs">&#9679;</span> Paused<');
  expect(html).toContain('.needs{color:#bd7500}');
  expect(html).toContain(`<pre>GET ${PUBLIC_URL}/api</pre>`);
  expect(html).toContain('<ul><li>one,</li><li>two.</li></ul>');
});

test('a mail asks no server for anything, and follows the theme of its reader', () => {
  const html = htmlOf('Hello');
  expect(html).not.toMatch(/<img|<script|<link|url\(|@import|@font-face/);
  expect(html).toContain('@media (prefers-color-scheme:dark)');
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
});

test('both parts of a sent mail say the same', async () => {
  const server = await smtp();
  await write({ body: `Hello,\n\n  Name: <b>CRM</b>\n\nIn the app: ${PAGE}\n` });
  await runJobs(pool(), tasks(server.url));
  const { text, html } = readMail(server.mails[0]?.raw ?? '');
  expect(text).toContain('  Name: <b>CRM</b>');
  expect(html).toContain('<td>&lt;b&gt;CRM&lt;/b&gt;</td>');
  expect(buttonsIn(html)).toEqual([[PAGE, 'In der App öffnen']]);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { errorCatalogue } from '../../src/shared/errors/errors.ts';
import { useApi } from '../harness/use-api.ts';
import { codesOf, document, events, operations } from '../rest/harness/openapi-parts.ts';

const api = useApi({ env: { PUBLIC_URL: 'https://api.customer.example' } });

/** The page of `listMembers` is at `list-members`. */
const slugOf = (id = '') => id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

async function textAt(at: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${api().port}${at}`);
  expect([at, response.status]).toEqual([at, 200]);
  return response.text();
}

/** The ids in a page, and those of them that are in a folded part of the page. */
function idsIn(html: string): { ids: string[]; folded: string[] } {
  // Ids of form fields are no anchors (React makes them), and neither are ids of their lists of values.
  const idsOf = (text: string) =>
    [...text.matchAll(/<(?!datalist)[^>]* id="(?!_R_)([^"]+)"/g)].map(([, id = '']) => id);
  const article = html.slice(html.indexOf('<article'), html.indexOf('</article>'));
  const folded = [...article.matchAll(/<details.*?<\/details>/gs)].flatMap(([part]) => idsOf(part));
  return { ids: idsOf(article), folded };
}

/** The text of a page, without HTML. */
function wordsIn(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

const anchorOf = (place: string, name: string) =>
  `${place}-${name.toLowerCase().replaceAll(/\W+/g, '-')}`;

describe.each(['de', 'en'] as const)('the reference in %s', (language) => {
  test.each(operations)('$name has its page', async (operation) => {
    const address = `/docs/${language}/reference/${slugOf(operation.operationId)}`;
    const [html, markdown] = await Promise.all([textAt(address), textAt(`${address}.md`)]);
    const { ids, folded } = idsIn(html);
    expect(ids).toEqual([...new Set(ids)]);
    // The page opens the folded part when a link leads into it: the form, or an error that is common to all operations.
    expect(folded.filter((id) => !/^(send$|common-errors$|error-)/.test(id))).toEqual([]);
    const codes = operation.responses.flatMap((one) =>
      codesOf(one).map((code) => (code === 'bad_request' ? `${code}-${one.status}` : code)),
    );
    const fields = Object.keys(
      (operation.body?.schema as object & { properties?: object })?.properties ?? {},
    );
    expect(ids).toEqual(
      expect.arrayContaining([
        ...operation.parameters.map(({ in: place, name }) => anchorOf(place, name)),
        ...fields.map((name) => anchorOf('body', name)),
        ...codes.map((code) => `error-${code}`),
      ]),
    );
    const [method, path = ''] = operation.name.split(' ', 2);
    expect(wordsIn(html)).toContain(`${method}/api/public/v1${path}`);
    expect(markdown).toContain(`\`${method} /api/public/v1${path}\``);
    for (const [scope] of operation.security?.map(({ bearerAuth = [] }) => bearerAuth) ?? []) {
      // The page says that each type needs the scope of its list.
      if ((operation.security?.length ?? 0) > 1) break;
      if (scope)
        expect([wordsIn(html), markdown]).toEqual([
          expect.stringContaining(scope),
          expect.stringContaining(scope),
        ]);
    }
  });

  test.each(events)(
    '$name has its page, which says when the event is sent and when it is not',
    async ({ name, body }) => {
      const html = await textAt(`/docs/${language}/events/${name}`);
      const { ids } = idsIn(html);
      expect(ids).toEqual(expect.arrayContaining(['raised', 'not-raised', 'header-svc-signature']));
      const { data } = (body?.example ?? { data: {} }) as { data: object };
      expect(ids).toEqual(
        expect.arrayContaining(Object.keys(data).map((field) => anchorOf('body', `data.${field}`))),
      );
      expect(wordsIn(html)).toContain(JSON.stringify(body?.example, null, 2));
    },
  );

  test('each code has its anchor on the page of errors, with the title that the server gives', async () => {
    const html = await textAt(`/docs/${language}/errors`);
    const { ids } = idsIn(html);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(errorCatalogue)));
    for (const [code, titles] of Object.entries(errorCatalogue)) {
      expect(wordsIn(html)).toContain(titles[language]);
      expect(wordsIn(html)).toContain(`"type": "https://api.customer.example/errors#${code}"`);
    }
  });

  test('the lists lead to every operation and every event', async () => {
    const [all, sent] = await Promise.all(
      ['reference/', 'events/'].map((list) => textAt(`/docs/${language}/${list}`)),
    );
    for (const { operationId } of operations) {
      expect(all).toContain(`href="/docs/${language}/reference/${slugOf(operationId)}"`);
    }
    for (const type of Object.keys(document.webhooks ?? {})) {
      expect(sent).toContain(`href="/docs/${language}/events/${type}"`);
    }
  });
});

describe('links of the reference', () => {
  let pages: Map<string, string>;

  beforeAll(async () => {
    const paths = ['de', 'en'].flatMap((language) => [
      ...operations.map(({ operationId }) => `/docs/${language}/reference/${slugOf(operationId)}`),
      ...events.map(({ name }) => `/docs/${language}/events/${name}`),
      `/docs/${language}/errors`,
    ]);
    pages = new Map(
      await Promise.all(paths.map(async (address) => [address, await textAt(address)] as const)),
    );
  });

  test('lead to pages and anchors that exist', async () => {
    const existing = new Map(
      [...pages].map(([address, html]) => [address, new Set(idsIn(html).ids)]),
    );
    const wrong = [...pages].flatMap(([address, html]) => {
      const article = html.slice(html.indexOf('<article'), html.indexOf('</article>'));
      return [...article.matchAll(/href="([^"]+)"/g)].flatMap(([, href = '']) => {
        const { pathname, hash } = new URL(href, `http://site${address}`);
        const ids = existing.get(pathname);
        return ids && hash && !ids.has(hash.slice(1)) ? [`${address} -> ${href}`] : [];
      });
    });
    expect(wrong).toEqual([]);
  });
});

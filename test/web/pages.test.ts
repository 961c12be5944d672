import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { errorCatalogue } from '../../src/shared/errors.ts';
import { errorsPage } from '../../src/web/pages/errors-page.ts';
import { pageHeaders } from '../../src/web/pages/page.ts';
import { startPage } from '../../src/web/pages/start-page.ts';
import { named } from '../harness/routes.ts';

test('D76: the page that the type of a problem points to has a place for every code', () => {
  const places = [...errorsPage().matchAll(/<section id="(\w+)">/g)].map(([, id]) => id);
  expect(places).toEqual(Object.keys(errorCatalogue));
});

test.each(named(routes))(
  'the start page shows $name and the scope it needs',
  ({ name, route: { meta } }) => {
    const line = startPage('http://localhost:3000')
      .split('\n')
      .find((text) => text.includes(`<code>${name}</code>`));
    expect(line).toContain(meta.permission.scope ?? 'no scope');
  },
);

test('the one style sheet of the pages is the one that their policy allows', () => {
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(errorsPage()) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(pageHeaders['Content-Security-Policy']).toContain(`style-src 'sha256-${hash}'`);
});

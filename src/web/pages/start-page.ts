import { BASE_PATH, DOCUMENT_NAME } from '../../rest/base-path.ts';
import { type Route, routes } from '../../rest/routes.ts';
import { pageOf } from './page.ts';

/** The page at the root. */
export function startPage(publicUrl: string): string {
  return pageOf(
    'Team API',
    `<h1>Team API</h1>
<p class="lead">Members, trainings, evaluations, assignments, cases, catalog, analytics and CRM data of your team, over REST.</p>
<pre tabindex="0">curl ${publicUrl}${BASE_PATH}/me \\
  -H "Authorization: Bearer svck_live_…"</pre>
<p>The admins of a team make its keys in the <a href="/app/">app</a>. A key belongs to one team and has the scopes that it was made with.</p>
<ul>
<li><a href="/app/">The app</a>: members, keys and settings of a team, in German and English</li>
<li><a href="${BASE_PATH}${DOCUMENT_NAME}"><code>openapi.v1.json</code></a>: every operation with its fields, limits and examples, for people and for generators (OpenAPI 3.1)</li>
<li><a href="/errors">Errors</a>: what each code means, and what to do</li>
</ul>
${operationsByTag()}`,
  );
}

function operationsByTag(): string {
  const tags = Map.groupBy(routes, ({ meta }) => meta.openapi?.tags?.[0] ?? '');
  return [...tags]
    .map(
      ([tag, ofTag]) => `<section>\n<h2>${tag}</h2>\n${ofTag.map(lineOf).join('\n')}\n</section>`,
    )
    .join('\n');
}

function lineOf({ method, template, meta }: Route): string {
  const { scope } = meta.permission;
  const asks = scope ? `<code>${scope}</code>` : 'no scope';
  return `<p class="operation"><code>${method} ${template}</code> <span class="soft">${meta.openapi?.summary} · ${asks}</span></p>`;
}

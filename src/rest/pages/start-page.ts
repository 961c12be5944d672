import { BASE_PATH, DOCUMENT_NAME } from '../base-path.ts';
import { pageOf } from './page.ts';

/** What a browser sees at the root. */
export function startPage(publicUrl: string): string {
  return pageOf(
    'Team API',
    `<h1>Team API</h1>
<p class="lead">Members, trainings, evaluations, assignments and cases of your team, over REST.</p>
<pre>curl ${publicUrl}${BASE_PATH}/me \\
  -H "Authorization: Bearer svck_live_…"</pre>
<ul>
<li><a href="${BASE_PATH}${DOCUMENT_NAME}"><code>openapi.v1.json</code></a>: every operation, machine-readable (OpenAPI 3.1)</li>
<li><a href="/errors">Errors</a>: what each code means and what to do</li>
</ul>`,
  );
}

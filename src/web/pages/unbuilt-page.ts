import { pageOf } from './page.ts';

/** The page at /app while there is no build of the admin UI. */
export function unbuiltPage(): string {
  return pageOf(
    'Team API',
    `<h1>The admin UI is not built</h1>
<p class="lead">The API and the webhooks work. Build the admin UI, then load this page again:</p>
<pre tabindex="0">node scripts/setup.mjs</pre>
<p>If the build fails, this command prints why.</p>`,
  );
}

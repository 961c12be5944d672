import { pageOf } from './page.ts';

/** The page at /app and /docs while there is no build of them. */
export function unbuiltPage(): string {
  return pageOf(
    'Team API',
    `<h1>These pages are not built</h1>
<p class="lead">The API and the webhooks work. Build the pages, then load this one again:</p>
<pre tabindex="0">node scripts/setup.mjs</pre>
<p>If the build fails, this command prints why.</p>`,
  );
}

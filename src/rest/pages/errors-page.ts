import { type ErrorCode, errorCatalogue } from '../../shared/errors.ts';
import { errorGuide } from './error-guide.ts';
import { pageOf } from './page.ts';

function sectionOf(code: ErrorCode): string {
  const { status, de, en } = errorCatalogue[code];
  const { when, todo } = errorGuide[code];
  return `<section id="${code}">
<h2><a href="#${code}"><code>${code}</code></a> <span class="status">${status} · ${en} · <span lang="de">${de}</span></span></h2>
<p>${when}</p>
<p>${todo}</p>
</section>`;
}

/** Where the `type` of every problem points (D76). */
export function errorsPage(): string {
  const codes = Object.keys(errorCatalogue) as ErrorCode[];
  return pageOf(
    'Errors · Team API',
    `<h1>Errors</h1>
<p class="lead">Every error is an <code>application/problem+json</code> body. Match on <code>code</code>: it never changes and is never translated. Quote <code>request_id</code> when you ask us.</p>
${codes.map(sectionOf).join('\n')}`,
  );
}

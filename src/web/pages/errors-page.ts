import { errorGuide } from '../../rest/error-guide.ts';
import { type ErrorCode, errorCatalogue } from '../../shared/errors.ts';
import { pageOf } from './page.ts';

const example = `HTTP/1.1 403 Forbidden
Content-Type: application/problem+json
X-Request-Id: 0b3f6a52-7d1c-4e0e-9a53-2f8f6c1d9e47

{
  "type": "…/errors#insufficient_scope",
  "title": "Insufficient scope",
  "status": 403,
  "code": "insufficient_scope",
  "request_id": "0b3f6a52-7d1c-4e0e-9a53-2f8f6c1d9e47",
  "detail": "This operation needs the scope users:read.",
  "required_scope": "users:read"
}`;

function marked(text: string): string {
  return text.replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}

function sectionOf(code: ErrorCode): string {
  const { status, de, en } = errorCatalogue[code];
  const { cause, cure } = errorGuide[code].en;
  return `<section id="${code}">
<h2><a href="#${code}"><code>${code}</code></a> <span class="soft">${status} · ${en} · <span lang="de">${de}</span></span></h2>
<p>${marked(cause)}</p>
<p><b>What to do:</b> ${marked(cure)}</p>
</section>`;
}

/** The page to which the `type` of each problem points (D76). */
export function errorsPage(): string {
  const codes = Object.keys(errorCatalogue) as ErrorCode[];
  return pageOf(
    'Errors · Team API',
    `<nav><a href="/">Team API</a></nav>
<h1>Errors</h1>
<p class="lead">Every error has a body of the type <code>application/problem+json</code> (RFC 9457). Match on <code>code</code>: it never changes and is never translated. <code>title</code> is German unless <code>Accept-Language</code> prefers English; <code>detail</code> is a hint for you, not for a program. When you ask for help, give the <code>request_id</code>.</p>
<pre tabindex="0">${example}</pre>
${codes.map(sectionOf).join('\n')}`,
  );
}

import { createHash } from 'node:crypto';
import { DOCUMENT_LANGUAGE, type Language } from '../../shared/language.ts';

const style = `
:root { color-scheme: light dark; --ink: #1b1f27; --soft: #5a6273; --line: #dde1e8; --card: #fff;
  --ground: #f6f7f9; --accent: #5f2783; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaf0; --soft: #a3abbb; --line: #2d3340;
  --card: #191d25; --ground: #11141a; --accent: #d6b0f2; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem 5rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .5rem; letter-spacing: -.01em; }
h2 { font-size: 1.05rem; margin: 0; display: flex; flex-wrap: wrap; gap: .25rem .75rem;
  align-items: baseline; }
p { margin: .5rem 0 0; } .lead { color: var(--soft); margin: 0 0 2rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
  padding: 1rem 1.15rem; margin: .75rem 0; scroll-margin-top: 1rem; }
section:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
  padding: .9rem 1.1rem; overflow-x: auto; }
a { color: var(--accent); } h2 a { color: inherit; text-decoration: none; }
h2 a:hover { text-decoration: underline; }
.soft { color: var(--soft); font-weight: 400; font-size: .875rem; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Headers that allow no script and no other origin, and allow the one style sheet by its hash. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'public, max-age=300',
};

export function pageOf(
  title: string,
  content: string,
  language: Language = DOCUMENT_LANGUAGE,
): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body><main>
${content}
</main></body>
</html>
`;
}

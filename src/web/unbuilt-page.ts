import { createHash } from 'node:crypto';
import type { BuiltAnswer } from './built-files.ts';

const style = `
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem;
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.2; }
pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-x: auto; }
`;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Team API</title>
<style>${style}</style>
</head>
<body><main>
<h1>These pages are not built</h1>
<p>The API and the webhooks work. Build the pages, then load this one again:</p>
<pre tabindex="0">node scripts/setup.mjs</pre>
<p>If the build fails, this command prints why.</p>
</main></body>
</html>
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** The answer at /app and /docs while there is no build of them. It allows its one style sheet, and no script. */
export function unbuiltAnswer(): BuiltAnswer {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  };
  return { status: 503, headers, body: Buffer.from(page) };
}

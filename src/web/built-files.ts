import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { preferredCoding } from '../rest/compression.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.atom': 'application/atom+xml; charset=utf-8',
};

/** A file of a build in memory, compressed by the build. */
export type BuiltFile = { plain: Buffer; br?: Buffer; gzip?: Buffer; type: string };
type Headers = Record<string, string>;
export type BuiltAnswer = { status: number; headers: Headers; body: Buffer };

/** The files of a build by their path in its folder, such as `assets/main-1a2b3c.js`. */
export function readBuiltFiles(folder: string): Map<string, BuiltFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'));
  const contents = new Map(names.map((name) => [name, readFileSync(path.join(folder, name))]));
  const files = new Map<string, BuiltFile>();
  for (const [name, plain] of contents) {
    const type = types[path.extname(name)];
    if (type === undefined) continue;
    const br = contents.get(`${name}.br`);
    const gzip = contents.get(`${name}.gz`);
    files.set(name, { plain, type, ...(br && gzip ? { br, gzip } : {}) });
  }
  return files;
}

/** For files whose names contain a hash, so that other content has another address. */
export const keptForever = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/** The file, compressed if the browser accepts that. */
export function fileAnswer(
  { plain, br, gzip, type }: BuiltFile,
  extra: Headers,
  accepted: string | undefined,
): BuiltAnswer {
  const headers = {
    'Content-Type': type,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...extra,
  };
  if (!br || !gzip) return { status: 200, headers, body: plain };
  const vary = { ...headers, Vary: 'Accept-Encoding' };
  const coding = preferredCoding(accepted);
  if (!coding) return { status: 200, headers: vary, body: plain };
  const body = coding === 'br' ? br : gzip;
  return { status: 200, headers: { ...vary, 'Content-Encoding': coding }, body };
}

/**
 * A policy that allows nothing from other origins. Of inline scripts it allows only those in the build, by
 * their hashes, and of inline styles only these. A frame of a page has the policy of the page.
 */
export function pagePolicy(html: string, styles: readonly string[] = []): Headers {
  const hashed = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) =>
    hashed(text),
  );
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`,
    ["style-src 'self'", ...styles.map(hashed)].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}

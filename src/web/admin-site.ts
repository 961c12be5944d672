import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { preferredCoding } from '../rest/compression.ts';
import { pageHeaders } from './pages/page.ts';
import { unbuiltPage } from './pages/unbuilt-page.ts';

export const ADMIN_PATH = '/app';

/** Where scripts/admin-build.mjs puts the admin UI. */
const BUILD = path.resolve(import.meta.dirname, '../../dist/admin');
/** Their names have a hash, so that another content has another address. */
const ASSETS = `${ADMIN_PATH}/assets/`;
const INDEX = `${ADMIN_PATH}/index.html`;

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.html': 'text/html; charset=utf-8',
};

type Stored = { plain: Buffer; br?: Buffer; gzip?: Buffer; headers: Record<string, string> };
type Build = { made: number; index: Stored; files: Map<string, Stored> };
type AdminAnswer = { status: number; headers: Record<string, string>; body: Buffer };

/**
 * The built admin UI. It is read when it is first asked for, and again when it was built anew. All of
 * it is in memory: what is no file of the build cannot be asked for.
 */
export class AdminSite {
  readonly #folder: string;
  #build: Build | undefined;

  constructor(folder = BUILD) {
    this.#folder = folder;
  }

  get isBuilt(): boolean {
    return this.#made() !== undefined;
  }

  /** A path of a page gets the one page, which then shows it. Undefined for an unknown file. */
  answer(asked: string, acceptEncoding: string | undefined): AdminAnswer | undefined {
    const made = this.#made();
    if (made === undefined) return unbuilt();
    if (this.#build?.made !== made) this.#build = readBuild(this.#folder, made);
    const { files, index } = this.#build;
    const file = files.get(asked);
    if (file) return chosen(file, acceptEncoding);
    // A lazy part of an older build: its page offers to load the new one.
    if (asked.startsWith(ASSETS)) return undefined;
    return chosen(index, acceptEncoding);
  }

  #made(): number | undefined {
    return statSync(path.join(this.#folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs;
  }
}

function readBuild(folder: string, made: number): Build {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'));
  const contents = new Map(names.map((name) => [name, readFileSync(path.join(folder, name))]));
  const files = new Map<string, Stored>();
  for (const [name, plain] of contents) {
    const type = types[path.extname(name)];
    if (type === undefined) continue;
    const br = contents.get(`${name}.br`);
    const gzip = contents.get(`${name}.gz`);
    const packed = br && gzip ? { br, gzip } : {};
    files.set(`${ADMIN_PATH}/${name}`, { plain, ...packed, headers: assetHeaders(type) });
  }
  const index = files.get(INDEX);
  if (!index) throw new Error('The build of the admin UI has no page');
  files.delete(INDEX);
  index.headers = { ...index.headers, ...pagePolicy(index.plain.toString()) };
  return { made, index, files };
}

function assetHeaders(type: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}

function chosen({ plain, br, gzip, headers }: Stored, accepted: string | undefined): AdminAnswer {
  if (!br || !gzip) return { status: 200, headers, body: plain };
  const vary = { ...headers, Vary: 'Accept-Encoding' };
  const coding = preferredCoding(accepted);
  if (!coding) return { status: 200, headers: vary, body: plain };
  const body = coding === 'br' ? br : gzip;
  return { status: 200, headers: { ...vary, 'Content-Encoding': coding }, body };
}

/** Allows nothing of another origin, and of inline scripts only those of the build, by their hash. */
function pagePolicy(html: string): Record<string, string> {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-create=(self), publickey-credentials-get=(self)',
  };
}

function unbuilt(): AdminAnswer {
  const headers = { ...pageHeaders, 'Cache-Control': 'no-store' };
  return { status: 503, headers, body: Buffer.from(unbuiltPage()) };
}

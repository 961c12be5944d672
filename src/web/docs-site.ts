import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Config } from '../config.ts';
import type { InEach, Language } from '../shared/language/language.ts';
import {
  type BuiltAnswer,
  type BuiltFile,
  fileAnswer,
  keptForever,
  pagePolicy,
  readBuiltFiles,
} from './built-files.ts';
import { unbuiltAnswer } from './unbuilt-page.ts';
import { LANGUAGE_HEADERS } from './visitors-language.ts';

export const DOCS_PATH = '/docs';
/** The page to which the `type` of each problem leads (D76). A browser keeps the code after the `#`. */
const ERRORS_PATH = '/errors';
/** The file for programs at the root. */
const LLMS = 'llms.txt';
const LLMS_PATH = `/${LLMS}`;

/** Where scripts/docs-build.mjs puts the documentation. */
const BUILD = path.resolve(import.meta.dirname, '../../dist/docs');
/** The address of the API in the documents, for a reader who runs it on the same machine. */
const SHOWN_ORIGIN = 'http://localhost:3000';
/** How the guides name the addresses from which our requests come, if the operator has set none. */
const unnamedAddresses: InEach<string> = {
  de: 'Adressen, die Ihnen der Betreiber des Dienstes nennt',
  en: 'addresses that the operator of the service can tell you',
};
const STAMP = '.made-from';
/** The files of the operators' handbook. No other file leads to them. */
const OF_HANDBOOK = /^(?:[a-z-]+\/operators[./]|assets\/search-operators-)/;
/** The page that an unknown address shows, one for each language. It has no address of its own. */
const MISSING = '404.html';

export type DocsRequest = {
  path: string;
  language: Language;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
};
type Ready = { file: BuiltFile; headers: Record<string, string> };
type DocsConfig = Pick<Config, 'publicUrl' | 'operatorDocs' | 'egressAddresses'>;
type Build = { made: number; files: Map<string, BuiltFile>; ready: Map<string, Promise<Ready>> };

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/**
 * The built documentation. It is read at the first request, and again after a new build. All of it is in
 * memory: nobody can ask for a file outside the build.
 */
export class DocsSite {
  readonly #folder: string;
  readonly #words: Words;
  readonly #hasHandbook: boolean;
  #build: Build | undefined;

  constructor(config: DocsConfig, folder = BUILD) {
    this.#words = ownWords(config);
    this.#hasHandbook = config.operatorDocs;
    this.#folder = folder;
  }

  get isBuilt(): boolean {
    return this.#made() !== undefined;
  }

  /** Undefined for a path that is neither the root nor belongs to the documentation. */
  async answer(request: DocsRequest): Promise<BuiltAnswer | undefined> {
    if (request.path === '/') return toLanguage('/', request.language);
    const isOwn = request.path === DOCS_PATH || request.path.startsWith(`${DOCS_PATH}/`);
    if (!isOwn && request.path !== LLMS_PATH && request.path !== ERRORS_PATH) return undefined;
    const build = this.#current();
    if (!build) return unbuiltAnswer();
    if (request.path === ERRORS_PATH) return toLanguage(ERRORS_PATH, request.language);
    if (!isOwn) return build.files.has(LLMS) ? this.#file(build, LLMS, request) : undefined;
    const name = request.path.slice(DOCS_PATH.length + 1);
    if (name === '') return toLanguage('/', request.language);
    const page = pageNamed(name, build.files);
    if (page !== undefined) return this.#file(build, page, request);
    const other = otherForm(name, build.files);
    if (other !== undefined) return redirect(308, `${DOCS_PATH}/${other}`, {});
    return this.#missing(build, name, request);
  }

  /** The page for an unknown address outside of the documentation. Undefined while nothing is built. */
  async missing(request: DocsRequest): Promise<BuiltAnswer | undefined> {
    const build = this.#current();
    return build && this.#missing(build, '', request);
  }

  /** Answers with a file. The browser may keep a page, and asks each time whether it has changed. */
  async #file(build: Build, name: string, request: DocsRequest): Promise<BuiltAnswer> {
    const { file, headers } = await this.#readied(build, name);
    if (matches(request.ifNoneMatch, headers.ETag)) {
      return { status: 304, headers, body: Buffer.alloc(0) };
    }
    return fileAnswer(file, headers, request.acceptEncoding);
  }

  /** The page for an unknown address, in the language of the address or of the reader. */
  async #missing(build: Build, name: string, request: DocsRequest): Promise<BuiltAnswer> {
    const [, named] = /^(de|en)(?:\/|$)/.exec(name) ?? [];
    const { file, headers } = await this.#readied(build, `${named ?? request.language}/${MISSING}`);
    const { ETag: _, ...rest } = headers;
    const answer = fileAnswer(file, rest, request.acceptEncoding);
    // At the same address, a program gets a problem, and another reader the other language.
    const Vary = `Accept, ${LANGUAGE_HEADERS}, Accept-Encoding`;
    return { ...answer, status: 404, headers: { ...answer.headers, Vary } };
  }

  #readied(build: Build, name: string): Promise<Ready> {
    const cached = build.ready.get(name);
    if (cached) return cached;
    const file = build.files.get(name);
    if (!file) throw new Error(`The build of the documentation has no ${name}`);
    const ready = this.#ready(name, file);
    build.ready.set(name, ready);
    return ready;
  }

  async #ready(name: string, built: BuiltFile): Promise<Ready> {
    const file = await here(built, this.#words);
    const isKept = /^assets\/.*\.(js|css|woff2)$/.test(name);
    const ETag = `"${createHash('sha256').update(file.plain).digest('base64url').slice(0, 22)}"`;
    const headers = isKept ? keptForever : { 'Cache-Control': 'no-cache', ETag };
    const policy = name.endsWith('.html') ? pagePolicy(file.plain.toString()) : {};
    return { file, headers: { ...headers, ...policy } };
  }

  #current(): Build | undefined {
    const made = this.#made();
    if (made === undefined) return undefined;
    if (this.#build?.made !== made) {
      const files = readBuiltFiles(this.#folder);
      for (const name of this.#hasHandbook ? [] : files.keys()) {
        if (OF_HANDBOOK.test(name)) files.delete(name);
      }
      this.#build = { made, files, ready: new Map() };
    }
    return this.#build;
  }

  #made(): number | undefined {
    return statSync(path.join(this.#folder, STAMP), { throwIfNoEntry: false })?.mtimeMs;
  }
}

/** Redirects into the documentation in the reader's language. */
function toLanguage(page: string, language: Language): BuiltAnswer {
  return redirect(302, `${DOCS_PATH}/${language}${page}`, { Vary: LANGUAGE_HEADERS });
}

function redirect(status: number, to: string, headers: Record<string, string>): BuiltAnswer {
  const all = { ...headers, Location: to, 'Cache-Control': 'no-cache' };
  return { status, headers: all, body: Buffer.alloc(0) };
}

function pageNamed(name: string, files: Map<string, BuiltFile>): string | undefined {
  const page = name.endsWith('/') ? `${name}index.html` : `${name}.html`;
  if (page.endsWith(`/${MISSING}`)) return undefined;
  if (files.has(page)) return page;
  return !name.endsWith('.html') && files.has(name) ? name : undefined;
}

/** Finds the same page with or without the slash at the end, or with the name of the file. */
function otherForm(name: string, files: Map<string, BuiltFile>): string | undefined {
  const [, folder] = /^(.+?)\/?\.md$/.exec(name) ?? [];
  if (folder !== undefined) {
    const start = `${folder}/index.md`;
    return files.has(start) ? start : undefined;
  }
  const other = name.endsWith('/')
    ? name.slice(0, -1)
    : (/^(.*)\.html$/.exec(name)?.[1] ?? `${name}/`);
  return pageNamed(other, files) === undefined ? undefined : other;
}

type Words = readonly (readonly [shown: string, own: string])[];

/** What the documents say of any installation, and what they say of this one. */
function ownWords({ publicUrl, egressAddresses }: DocsConfig): Words {
  const addresses = egressAddresses.join(', ');
  return [
    ...(publicUrl === SHOWN_ORIGIN ? [] : [[SHOWN_ORIGIN, publicUrl] as const]),
    ...(addresses === ''
      ? []
      : Object.values(unnamedAddresses).map((shown) => [shown, addresses] as const)),
  ];
}

/** Puts the words of this installation into a file. */
async function here(file: BuiltFile, words: Words): Promise<BuiltFile> {
  const found = words.filter(([shown]) => file.plain.includes(shown));
  if (found.length === 0) return file;
  const text = file.plain.toString();
  const plain = Buffer.from(found.reduce((all, [shown, own]) => all.replaceAll(shown, own), text));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const [br, packed] = await Promise.all([packBrotli(plain, { params }), packGzip(plain)]);
  return { ...file, plain, br, gzip: packed };
}

function matches(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (etag === undefined) return false;
  const tags = ifNoneMatch?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}

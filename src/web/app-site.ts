import { statSync } from 'node:fs';
import path from 'node:path';
import { mailStyle } from '../shared/mail/mail-style.ts';
import type { Outgoing } from '../shared/process/outgoing.ts';
import {
  type BuiltAnswer,
  type BuiltFile,
  fileAnswer,
  keptForever,
  pagePolicy,
  readBuiltFiles,
} from './built-files.ts';
import { unbuiltAnswer } from './unbuilt-page.ts';

export const APP_PATH = '/app';

/** Where scripts/app-build.mjs puts the app. */
const BUILD = path.resolve(import.meta.dirname, '../../dist/app');
/** The path of the assets. Their names contain a hash, so other content has another address. */
const ASSETS = `${APP_PATH}/assets/`;
const INDEX = 'index.html';

type Build = {
  made: number;
  index: BuiltFile;
  /** The same page with a mark, which makes it say that nothing is sent. */
  indexWithoutOutgoing: BuiltFile;
  indexHeaders: Record<string, string>;
  files: Map<string, BuiltFile>;
};

/**
 * The built pages of the app. They are read at the first request, and again after a new build. All of them
 * are in memory: nobody can ask for a file outside the build.
 */
export class AppSite {
  readonly #outgoing: Outgoing;
  readonly #folder: string;
  #build: Build | undefined;

  constructor(outgoing: Outgoing, folder = BUILD) {
    this.#outgoing = outgoing;
    this.#folder = folder;
  }

  get isBuilt(): boolean {
    return this.#made() !== undefined;
  }

  /**
   * Answers the path of a page with the one page of the app, which then shows it. Undefined for an unknown
   * file.
   */
  answer(path: string, acceptEncoding: string | undefined): BuiltAnswer | undefined {
    const made = this.#made();
    if (made === undefined) return unbuiltAnswer();
    if (this.#build?.made !== made) this.#build = readBuild(this.#folder, made);
    const { files, indexHeaders } = this.#build;
    const index = this.#outgoing.isOpen ? this.#build.index : this.#build.indexWithoutOutgoing;
    const file = files.get(path.slice(APP_PATH.length + 1));
    if (file) return fileAnswer(file, keptForever, acceptEncoding);
    // The file is a part of an older build. The page of that build offers to load the new one.
    if (path.startsWith(ASSETS)) return undefined;
    return fileAnswer(index, indexHeaders, acceptEncoding);
  }

  #made(): number | undefined {
    return statSync(path.join(this.#folder, INDEX), { throwIfNoEntry: false })?.mtimeMs;
  }
}

function readBuild(folder: string, made: number): Build {
  const files = readBuiltFiles(folder);
  const index = files.get(INDEX);
  if (!index) throw new Error('the build of the app has no page');
  files.delete(INDEX);
  const indexHeaders = {
    // The mails of a sandbox are shown in a frame.
    ...pagePolicy(index.plain.toString(), [mailStyle]),
    'Cache-Control': 'no-store',
    'Permissions-Policy':
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-create=(self), publickey-credentials-get=(self)',
  };
  const marked = index.plain.toString().replace('<html ', '<html data-outgoing="off" ');
  const indexWithoutOutgoing = { plain: Buffer.from(marked), type: index.type };
  return { made, index, indexWithoutOutgoing, indexHeaders, files };
}

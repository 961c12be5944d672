import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, CDPSession, Page, Request } from 'playwright-core';
import type { Browser as Session } from '../../harness/app.ts';
import { until } from '../../harness/until.ts';

const axe = { path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') };

/** Up to this width, the browser behaves like a telephone. */
const TELEPHONE_WIDTH = 500;

/** A page counts as still after this many looks without a change. Between two requests it draws. */
const STILL_LOOKS = 3;

export type VisitorOptions = {
  language?: 'de' | 'en';
  theme?: 'light' | 'dark';
  width?: number;
  /** The screen is touched, and there is no mouse. */
  hasTouch?: boolean;
  /** False for a browser in which no script runs. */
  hasScripts?: boolean;
  /** A visitor who is signed in already. */
  session?: Session;
  /** Messages of the console that the test causes. */
  expects?: RegExp;
};

/** A person with a browser. It notices every fault on a page. */
export class Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly origin: string;
  /** Errors of the console and requests to other origins. */
  readonly faults: string[] = [];
  readonly #underWay = new Set<Request>();
  #bringsAxe = false;
  #debugger: CDPSession | undefined;

  private constructor(context: BrowserContext, page: Page, origin: string) {
    this.context = context;
    this.page = page;
    this.origin = origin;
  }

  static async come(browser: Browser, origin: string, options: VisitorOptions): Promise<Visitor> {
    const { language = 'de', theme = 'light', width = 1280, hasScripts = true } = options;
    const { session, expects, hasTouch = false } = options;
    const context = await browser.newContext({
      locale: language === 'de' ? 'de-DE' : 'en-GB',
      colorScheme: theme,
      viewport: { width, height: 900 },
      isMobile: width <= TELEPHONE_WIDTH,
      hasTouch,
      reducedMotion: 'reduce',
      javaScriptEnabled: hasScripts,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(60_000);
    const visitor = new Visitor(context, await context.newPage(), origin);
    visitor.#watch(expects);
    if (session) await visitor.useSession(session);
    return visitor;
  }

  async useSession({ session }: Session): Promise<void> {
    // Chromium treats localhost as secure, but accepts such a cookie from a test only for https.
    const url = 'https://localhost/';
    const cookie = { name: '__Host-sid', value: session ?? '', url, secure: true, httpOnly: true };
    await this.context.addCookies([{ ...cookie, sameSite: 'Lax' }]);
  }

  /** Opens a path of the app, and waits until everything is loaded. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.origin}/app${path}`);
    await this.settled();
  }

  /** Goes to another page as a link of the app does, without loading the app anew. */
  async go(path: string): Promise<void> {
    await this.page.evaluate((to) => history.pushState(null, '', to), `/app${path}`);
    await this.settled();
  }

  /** Changes the size of the window and the theme of the system while a page is open. */
  async show(size: { width: number; height: number }, theme: 'light' | 'dark'): Promise<void> {
    await this.resize(size);
    await this.page.emulateMedia({ colorScheme: theme });
    await this.page.waitForFunction(
      (isDark) => document.documentElement.classList.contains('dark') === isDark,
      theme === 'dark',
    );
    await this.settled(2);
  }

  /** Changes the window. A narrow window behaves like a telephone, which shrinks a page that is too wide. */
  async resize(size: { width: number; height: number }): Promise<void> {
    await this.page.setViewportSize(size);
    this.#debugger ??= await this.context.newCDPSession(this.page);
    const mobile = size.width <= TELEPHONE_WIDTH;
    const screen = { ...size, deviceScaleFactor: 1, mobile };
    await this.#debugger.send('Emulation.setDeviceMetricsOverride', screen);
  }

  /** Waits until no request is under way, and nothing on the page is being loaded. */
  async settled(wanted = STILL_LOOKS): Promise<void> {
    let looks = 0;
    await until('the page to be still', async () => {
      looks = (await this.#isStill()) ? looks + 1 : 0;
      return looks === wanted;
    });
  }

  async #isStill(): Promise<boolean> {
    // The page of building blocks contains examples that load for ever.
    const loading = '#app:empty, :is([aria-busy="true"], .shimmer):not([data-example] *)';
    const isDrawn = await this.page
      .evaluate(async (what) => {
        await new Promise(requestAnimationFrame);
        const isMoving = document
          .getAnimations()
          .some(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
        const isLoaded = document.readyState === 'complete';
        return isLoaded && !isMoving && document.querySelector(what) === null;
      }, loading)
      // The page is leaving for another address.
      .catch(() => false);
    return isDrawn && this.#underWay.size === 0;
  }

  /**
   * Adds axe to all pages from the next one on. The content security policy allows no further script, so the debugger
   * injects it, and compiles it once for all these pages.
   */
  async bringAxe(): Promise<void> {
    if (this.#bringsAxe) return;
    this.#bringsAxe = true;
    await this.context.addInitScript(axe);
  }

  /** The violations of WCAG 2.2 AA that axe finds, one a line. */
  async violations(): Promise<string[]> {
    await this.bringAxe();
    if (!(await this.page.evaluate(() => 'axe' in globalThis))) {
      await this.page.evaluate(await readFile(axe.path, 'utf8'));
    }
    return this.page.evaluate(async () => {
      type Found = { id: string; nodes: { target: unknown[]; failureSummary?: string }[] };
      type Axe = {
        configure(options: { noHtml: boolean }): void;
        run(options: unknown): Promise<{ violations: Found[] }>;
      };
      const { axe } = globalThis as unknown as { axe: Axe };
      // Otherwise axe writes out each element that it has checked, with everything inside.
      axe.configure({ noHtml: true });
      const htmlAt = ([place]: unknown[]) =>
        document.querySelector(String(place))?.outerHTML.slice(0, 200) ?? String(place);
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
      // The only rule that needs style sheets to be read again is not among these tags.
      const preload = { assets: ['media'] };
      const options = { runOnly: tags, resultTypes: ['violations'], preload };
      const { violations } = await axe.run(options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${htmlAt(target)} ${failureSummary}`),
      );
    });
  }

  /**
   * Whether the page, or an open drawer, is wider than its window. A telephone would then scroll sideways, or shrink the
   * page. Code that may scroll can be reached with the keyboard.
   */
  async scrollsSideways(): Promise<boolean> {
    const width = this.page.viewportSize()?.width ?? 0;
    // After a change of the size, tables choose their columns one or more frames later.
    const fits = this.page.waitForFunction(
      (width) => {
        const { scrollWidth, clientWidth } = document.documentElement;
        const parts = [...document.querySelectorAll<HTMLElement>('dialog[open] *, [data-pane] *')];
        const isCut = parts
          .filter((part) => getComputedStyle(part).overflowX === 'auto' && part.tabIndex < 0)
          .some((part) => part.scrollWidth > part.clientWidth);
        return scrollWidth <= clientWidth && Math.max(scrollWidth, innerWidth) <= width && !isCut;
      },
      width,
      { timeout: 20_000 },
    );
    return fits.then(
      () => false,
      () => true,
    );
  }

  requireClean(): void {
    if (this.faults.length > 0) throw new Error(`The page had faults:\n${this.faults.join('\n')}`);
  }

  #watch(expects: RegExp | undefined): void {
    const note = (text: string) => {
      if (!expects?.test(text)) this.faults.push(text);
    };
    // Violations of the content security policy appear in the console too.
    this.context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        note(`${message.text()} (${message.location().url})`);
      }
    });
    this.context.on('weberror', (error) => note(String(error.error().stack)));
    const isOver = (request: Request) => this.#underWay.delete(request);
    this.context.on('requestfinished', isOver).on('requestfailed', isOver);
    this.context.on('request', (request) => {
      this.#underWay.add(request);
      const url = new URL(request.url());
      const isOwn = url.origin === this.origin || ['data:', 'blob:'].includes(url.protocol);
      if (!isOwn) note(`a request to ${url.origin}`);
    });
  }
}

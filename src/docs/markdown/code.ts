import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import { BASE_PATH } from '../../rest/base-path.ts';
import type { Language } from '../../shared/language/language.ts';
import { escapeHtml } from '../../shared/web/escape-html.ts';
import { markdownTexts } from './texts.ts';

/** `isSdk`: the code uses our SDK. Its block in the Markdown begins with a line like "```ts sdk". */
export type Code = { language: string; code: string; isSdk?: true };

const labels: Record<string, string> = {
  sh: 'Shell',
  // A command that runs until the reader stops it.
  console: 'Shell',
  ts: 'TypeScript',
  python: 'Python',
  go: 'Go',
  php: 'PHP',
  json: 'JSON',
  http: 'HTTP',
  sql: 'SQL',
  text: 'Text',
};

/** Neighbouring blocks in several of these languages are the same program. */
const programs = ['sh', 'ts', 'python', 'go', 'php'];

/** Commands whose name is a better label than "Shell". */
const commands = /^(curl|npm|pip) /;

/** A block of code in Markdown. `fence` is the text after its first backticks. */
export function codeOf(fence: string, code: string): Code {
  const [language = 'text', flag] = fence.split(' ');
  return { language, code, ...(flag === 'sdk' ? { isSdk: true } : {}) };
}

export function fenceOf({ language, isSdk }: Code): string {
  return isSdk ? `${language} sdk` : language;
}

/** The label above a block: its programming language. */
export function labelOf({ language, code }: Code): string {
  const [, command] = (language === 'sh' && commands.exec(code)) || [];
  return command ?? labels[language] ?? language;
}

export function isProgram({ language }: Code): boolean {
  return programs.includes(language);
}

/** True if these blocks are one program in several languages, or with the SDK and without it. */
export function areVariants(codes: readonly Code[]): boolean {
  const fences = new Set(codes.map(fenceOf));
  return codes.length > 1 && fences.size === codes.length && codes.every(isProgram);
}

export function codeHtml(block: Code, language: Language): string {
  return figure(labelOf(block), block, language);
}

/** The button of a tab, and its panel. */
type Tab = { name: string; label: string; html: string };

/**
 * Without scripts all variants stand below each other, each with its name. With scripts there is a tab for each
 * language, and inside of it a tab for the SDK and one without it. Five tabs in a row would be too wide for a phone.
 * `isRunByForm`: "Run" sends the form of the page, whichever language is shown.
 */
export function variantsHtml(
  codes: readonly Code[],
  language: Language,
  isRunByForm = false,
): string {
  const t = markdownTexts[language];
  const tabs = [...Map.groupBy(codes, (block) => block.language)].map(([name, blocks]): Tab => {
    const [first] = blocks;
    const label = first ? labelOf(first) : name;
    return { name, label, html: waysHtml(blocks, language) };
  });
  return tabsHtml('code', t.languages, tabs, isRunByForm ? runHtml('data-run=""', language) : '');
}

/** One programming language: with the SDK, without it, or both. */
function waysHtml(blocks: readonly Code[], language: Language): string {
  const t = markdownTexts[language];
  const figures = blocks.map((block) => {
    const label = block.isSdk ? `${labelOf(block)}, ${t.withSdk}` : labelOf(block);
    return { block, html: figure(label, block, language) };
  });
  if (blocks.length === 1) return figures.map(({ html }) => html).join('');
  const tabs = figures.map(({ block: { isSdk }, html }): Tab => {
    return { name: isSdk ? 'sdk' : 'plain', label: isSdk ? t.withSdk : t.withoutSdk, html };
  });
  return tabsHtml('way', t.ways, tabs);
}

/** `choice` says what kind of variants these are. The reader's choice holds for all blocks (browser/variants.ts). */
function tabsHtml(choice: 'code' | 'way', name: string, tabs: readonly Tab[], run = ''): string {
  const buttons = tabs.map(
    (tab, index) =>
      `<button type="button" role="tab" aria-selected="${index === 0}" tabindex="${index === 0 ? 0 : -1}" data-tab="${tab.name}">${escapeHtml(tab.label)}</button>`,
  );
  const panels = tabs.map(
    (tab, index) =>
      `<div class="panel" data-panel="${tab.name}"${index === 0 ? ' data-open' : ''}>${tab.html}</div>`,
  );
  return `<div class="variants" data-variants="${choice}"><div role="tablist" aria-label="${escapeHtml(name)}">${buttons.join('')}</div>${run}${panels.join('')}</div>`;
}

function figure(label: string, { language, code }: Code, pageLanguage: Language): string {
  const t = markdownTexts[pageLanguage];
  const copy = `<button type="button" class="only-js" data-copy data-copied="${escapeHtml(t.copied)}" data-failed="${escapeHtml(t.copyFailed)}"><span aria-live="polite">${escapeHtml(t.copy)}</span></button>`;
  const run = language === 'sh' ? runOf(code, pageLanguage) : '';
  const name = `<figcaption><span class="label">${escapeHtml(label)}</span>${run}${copy}</figcaption>`;
  // A command that is cut off looks complete, so commands wrap. Code keeps its lines.
  const wraps = labels[language] === 'Shell' ? ' class="wraps"' : '';
  // A block can be too wide for its place. With a tabindex the keyboard can scroll it.
  return `<figure class="code">${name}<pre${wraps} tabindex="0"><code>${highlighted(code.trimEnd(), language)}</code></pre></figure>`;
}

function runOf(code: string, pageLanguage: Language): string {
  const request = runnableRequest(code.trim());
  if (!request) return '';
  const { target, body } = request;
  const sent = body === undefined ? '' : ` data-body="${escapeHtml(body)}"`;
  return runHtml(`data-run="${escapeHtml(BASE_PATH + target)}"${sent}`, pageLanguage);
}

function runHtml(request: string, language: Language): string {
  return `<button type="button" class="only-js run" ${request}>${escapeHtml(markdownTexts[language].run)}</button>`;
}

const grammars = { sh: bash, console: bash, ts: typescript, python, go, php, json, http, sql };

for (const [name, definition] of Object.entries(grammars)) hljs.registerLanguage(name, definition);

/** Highlights code by classes. The style sheet has the colours, because the policy allows no inline styles. */
function highlighted(code: string, language: string): string {
  if (!(language in grammars)) return escapeHtml(code);
  return hljs.highlight(code, { language }).value;
}

/** The request of a sample with "Run". browser/run-sample.ts replaces example ids in the body by ids of the sandbox. */
type Request = { target: string; body?: string };

const KEY = String.raw`-H "Authorization: Bearer \$KEY"`;

const read = new RegExp(
  String.raw`^curl (?:-i )?"\$API(\/[\w/-]+(?:\?[\w=&-]+)?)" ${KEY}(?: -H "Accept-Language: \w+")?$`,
);

/** The first line finds the newest member. What the sample does with the answer plays no part. */
const write = new RegExp(
  String.raw`^(?:MEMBER=.+\n+)?(?:CREATED=\$\()?curl (?:-s )?-X POST "\$API(\/[\w/-]+)" \\\n  ${KEY} \\\n  -H "Content-Type: application\/json"(?: \\\n  -H "Idempotency-Key: [^"]+")? \\\n  -d '(\{[^]+\})'\)?(?:\necho "\$CREATED")?$`,
);

const EXAMPLE_MEMBER = 'mem_01jb2h5n7pr8s4t6v9w1x3y5za';

/**
 * Reads a sample that needs nothing but a key, and is one request: it reads, or posts JSON in which at most the id of a
 * member is missing. The samples of the reference have several lines: there the reader fills in a form first.
 */
export function runnableRequest(code: string): Request | undefined {
  const [, list] = read.exec(code) ?? [];
  if (list) return { target: list };
  const [, target, json = ''] = write.exec(code) ?? [];
  const body = json.replaceAll(`'$MEMBER'`, EXAMPLE_MEMBER);
  // What else the shell fills in is not known here.
  if (!target || body.includes("'")) return undefined;
  return { target, body: JSON.stringify(JSON.parse(body)) };
}

import type { Language } from '../../shared/language.ts';
import { escaped } from './escaped.ts';
import { highlighted } from './highlight.ts';
import { markdownTexts } from './texts.ts';

export type Code = { language: string; code: string };

const labels: Record<string, string> = {
  sh: 'Shell',
  ts: 'TypeScript',
  python: 'Python',
  go: 'Go',
  php: 'PHP',
  json: 'JSON',
  http: 'HTTP',
  sql: 'SQL',
  text: 'Text',
};

/** Languages of programs: blocks of several of them, one after the other, say the same thing. */
const programs = ['sh', 'ts', 'python', 'go', 'php'];

/** The line above a block of code: its programming language. */
export function labelOf({ language, code }: Code): string {
  if (language === 'sh' && /^curl /.test(code)) return 'curl';
  return labels[language] ?? language;
}

export function isProgram({ language }: Code): boolean {
  return programs.includes(language);
}

/** True if these blocks are one program in several languages. */
export function areVariants(codes: readonly Code[]): boolean {
  const languages = codes.map(({ language }) => language);
  return codes.length > 1 && new Set(languages).size === codes.length && codes.every(isProgram);
}

export function codeHtml(block: Code, language: Language): string {
  return figure(labelOf(block), block, language);
}

/** Without scripts all variants are below each other, each with its name. */
export function variantsHtml(codes: readonly Code[], language: Language): string {
  const tabs = codes.map(
    (block, at) =>
      `<button type="button" role="tab" aria-selected="${at === 0}" tabindex="${at === 0 ? 0 : -1}" data-tab="${block.language}">${escaped(labelOf(block))}</button>`,
  );
  const panels = codes.map(
    (block, at) =>
      `<div class="panel" data-panel="${block.language}"${at === 0 ? ' data-open' : ''}>${figure(labelOf(block), block, language)}</div>`,
  );
  const name = escaped(markdownTexts[language].languages);
  return `<div class="variants" data-variants><div role="tablist" aria-label="${name}">${tabs.join('')}</div>${panels.join('')}</div>`;
}

function figure(label: string, { language, code }: Code, of: Language): string {
  const t = markdownTexts[of];
  const copy = `<button type="button" class="only-js" data-copy data-copied="${escaped(t.copied)}" data-failed="${escaped(t.copyFailed)}"><span aria-live="polite">${escaped(t.copy)}</span></button>`;
  const name = `<figcaption><span class="label">${escaped(label)}</span>${copy}</figcaption>`;
  // A block may be wider than its place. The keyboard can then scroll it.
  return `<figure class="code">${name}<pre tabindex="0"><code>${highlighted(code.trimEnd(), language)}</code></pre></figure>`;
}

import type { ReactNode } from 'react';

/** A string and the colon that makes it a name, a number, or one of the three words. */
const PART = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** An object or a list. An answer may be cut off, so it is not parsed. */
const START = /^\s*[[{]\s*["[{]/;

/** JSON in the colours that it has in the documentation. Its text, and all that is no JSON, stays as it is. */
export function JsonCode({ text }: { text: string }) {
  if (!START.test(text)) return text;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: whole, 1: string, 2: colon = '', index } of text.matchAll(PART)) {
    const part = string ?? whole;
    parts.push(
      text.slice(end, index),
      <span className={toneOf(part, colon !== '')} key={index}>
        {part}
      </span>,
    );
    end = index + part.length;
  }
  return [...parts, text.slice(end)];
}

function toneOf(part: string, isName: boolean): string {
  if (part.startsWith('"')) return isName ? 'text-code-value' : 'text-code-text';
  return /^[tfn]/.test(part) ? 'text-code-name' : 'text-code-value';
}

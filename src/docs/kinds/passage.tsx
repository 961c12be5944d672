import type { Language } from '../../shared/language/language.ts';
import { type Code, codeHtml, variantsHtml } from '../markdown/code.ts';
import { renderPassage } from '../markdown/render-markdown.ts';

type PassageProps = { text: string; language: Language; className?: string };

/** A piece of Markdown in the reference. */
export function Passage({ text, language, className }: PassageProps) {
  if (text === '') return null;
  const html = renderPassage(text, { language, linkOf: (target) => target });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made from our own texts.
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}

type CodeProps = { codes: readonly Code[]; language: Language; isRunByForm?: true };

/** A block of code, or the same program in several languages. */
export function CodeBlock({ codes, language, isRunByForm }: CodeProps) {
  const [only] = codes;
  const html =
    codes.length === 1 && only
      ? codeHtml(only, language)
      : variantsHtml(codes, language, isRunByForm);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made from our own samples.
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

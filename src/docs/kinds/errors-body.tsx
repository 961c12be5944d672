import type { Language } from '../../shared/language/language.ts';
import { fromMarkdown } from '../reference/markdown-of-parts.ts';
import type { ErrorEntry, ErrorsPage } from '../reference/read-error-codes.ts';
import { referenceTexts } from '../reference/texts.ts';
import { FieldList } from './field-list.tsx';
import { CodeBlock, Passage } from './passage.tsx';
import { SectionHeading } from './section-heading.tsx';

type Props = { errors: ErrorsPage; language: Language };

/** Every code with cause and cure. The anchors never change (D76). */
export function ErrorsBody({ errors: { codes, fields }, language }: Props) {
  const t = referenceTexts[language];
  return (
    <div>
      <Passage language={language} text={t.errorsPageMore} />
      <Passage language={language} text={overviewOf(codes, language)} />
      <SectionHeading id="problem" language={language} name={t.problemFields} />
      <FieldList fields={fields} language={language} side="answer" />
      <SectionHeading id="codes" language={language} name={t.allCodes} />
      {codes.map((one) => (
        <CodeSection key={one.code} language={language} one={one} />
      ))}
    </div>
  );
}

/** A table with a line for each code. */
function overviewOf(codes: readonly ErrorEntry[], language: Language): string {
  const t = referenceTexts[language];
  const rows = codes.map(({ code, title, statuses, repeat }) => [
    `[\`${code}\`](#${code})`,
    title,
    statuses.join(', '),
    t.repeat[repeat],
  ]);
  const heads = Object.values(t.errorColumns);
  const lines = [heads, heads.map(() => '---'), ...rows];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function CodeSection({ one, language }: { one: ErrorEntry; language: Language }) {
  const t = referenceTexts[language];
  const { code, statuses, title, cause, cure, repeat, examples } = one;
  return (
    <section className="error-code">
      <SectionHeading id={code} language={language} level={3} name={code}>
        <code>{code}</code>
      </SectionHeading>
      <p className="subtitle">
        <span className="status">{statuses.join(', ')}</span> {title} · {t.repeats}{' '}
        {t.repeat[repeat]}
      </p>
      <Passage language={language} text={`**${t.cause}.** ${cause}`} />
      <Passage language={language} text={`**${t.cure}.** ${cure}`} />
      <Passage language={language} text={`${t.fromOperations} ${fromMarkdown(one, language)}.`} />
      {examples.map((code) => (
        <CodeBlock codes={[{ language: 'json', code }]} key={code} language={language} />
      ))}
    </section>
  );
}

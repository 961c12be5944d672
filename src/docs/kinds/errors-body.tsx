import type { Language } from '../../shared/language.ts';
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
      <Passage className="max-w-[42rem]" language={language} text={t.errorsPageMore} />
      <Overview codes={codes} language={language} />
      <SectionHeading id="problem" language={language} name={t.problemFields} />
      <FieldList fields={fields} language={language} side="answer" />
      <SectionHeading id="codes" language={language} name={t.allCodes} />
      {codes.map((one) => (
        <CodeSection key={one.code} language={language} one={one} />
      ))}
    </div>
  );
}

/** One line for each code. On a narrow screen the meaning stands below the code. */
function Overview({ codes, language }: { codes: readonly ErrorEntry[]; language: Language }) {
  const t = referenceTexts[language];
  return (
    <ul className="lines">
      {codes.map(({ code, statuses, title, repeat }) => (
        <li key={code}>
          <a className="line error" href={`#${code}`}>
            <span className="path">{code}</span>
            <span className="title">{title}</span>
            <span className="scope">{statuses.join(', ')}</span>
            <span className="scope">{t.repeatShort[repeat]}</span>
          </a>
        </li>
      ))}
    </ul>
  );
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

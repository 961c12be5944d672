import { Link } from '@tanstack/react-router';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { linkClass } from '../../../ui/link-class.ts';
import { Notice } from '../../../ui/notice.tsx';
import { connectionPageTexts } from './texts.ts';

type Props = { connection: ConnectionDetail };

/** What a person should know of the connection in every state. */
export function ConnectionHints({ connection }: Props) {
  if (connection.state === 'removing') return null;
  return (
    <>
      {connection.provider === 'demo' ? <DemoHint connection={connection} /> : null}
      <SetAsideHint connection={connection} />
    </>
  );
}

/** Says what kind of CRM it is, where it is, and that it needs no credentials. */
function DemoHint({ connection: { crm_url, is_practice } }: Props) {
  const t = useTexts(connectionPageTexts);
  if (is_practice) {
    return (
      <Notice title={t.practiceTitle}>
        <p>{t.practiceMore}</p>
      </Notice>
    );
  }
  return (
    <Notice title={t.demoTitle}>
      <div className="grid justify-items-start gap-2">
        <p>{t.demoMore}</p>
        {crm_url ? (
          <a
            className={buttonClass('plain')}
            href={crm_url}
            rel="noopener noreferrer"
            target="_blank"
          >
            {t.demoOpen}
            <Icon name="external" size={14} />
          </a>
        ) : (
          <p>{t.demoAway}</p>
        )}
      </div>
    </Notice>
  );
}

/** How many records could not be read. The details of the run list them. */
function SetAsideHint({ connection: { id, set_aside } }: Props) {
  const t = useTexts(connectionPageTexts);
  const language = useLanguage();
  if (!set_aside) return null;
  return (
    <Notice title={t.setAsideTitle(numberText(set_aside.count, language))} tone="warn">
      <div className="grid justify-items-start gap-1">
        <p>{t.setAsideMore}</p>
        <Link className={linkClass} search={{ run: set_aside.run_id } as never} to={`/crm/${id}`}>
          {t.setAsideShow}
        </Link>
      </div>
    </Notice>
  );
}

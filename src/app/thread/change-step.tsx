import type { AuditEntry } from '../../features/audit-log/audit-log.schema.ts';
import { actionText } from '../../features/audit-log/audit-names.schema.ts';
import { Time } from '../session/time.tsx';
import { useTexts } from '../text/language.ts';
import { Step } from './step.tsx';
import { threadTexts } from './texts.ts';
import { Who } from './who.tsx';

/** The entry of the audit log about the change. */
export function ChangeStep({ entry, isHere }: { entry: AuditEntry; isHere: boolean }) {
  const t = useTexts(threadTexts);
  const { id, at, action, actor, target } = entry;
  return (
    <Step
      aside={<Time at={at} />}
      icon="pencil"
      isHere={isHere}
      kind={t.change}
      place={{ to: '/audit-log', search: { entry: id } }}
      title={actionText(action, t)}
    >
      <p className="text-soft wrap-anywhere">
        {target.name ? `${target.name} · ` : null}
        <Who actor={actor} />
      </p>
    </Step>
  );
}

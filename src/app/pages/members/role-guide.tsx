import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { useTexts } from '../../text/language.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { memberTexts } from './texts.ts';

/** Who may do what, from the table of rights by which the server decides. */
export function RoleGuide() {
  const t = useTexts(memberTexts);
  const { data: roles = [] } = useQuery(
    trpc.members.roles.queryOptions({}, { staleTime: Number.POSITIVE_INFINITY }),
  );
  return (
    <Disclosure title={t.whatMay}>
      <div className="grid gap-4">
        {roles.map(({ who, rights }, index) => (
          <section className="grid gap-1" key={who}>
            <h3 className="text-sm font-medium">
              {t.who[who]}
              {index > 0 ? <span className="font-normal text-soft"> · {t.plus}</span> : null}
            </h3>
            <ul className="grid gap-0.5 text-sm text-soft">
              {rights.map(({ right, text, fresh_proof }) => (
                <li key={right}>
                  {text}
                  {fresh_proof ? <span className="text-faint"> ({t.fresh})</span> : null}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Disclosure>
  );
}

import type { DirectoryEntry } from '../../../features/members/directory.schema.ts';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useMay } from '../../session/session.ts';
import { useTexts } from '../../text/language.ts';
import { Switch } from '../../ui/check.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { memberTexts } from './texts.ts';

/** The right that the owner grants to admins. */
export function InterfacesSwitch({ member }: { member: DirectoryEntry }) {
  const t = useTexts(memberTexts);
  const mayGrant = useMay('grant_rights');
  const set = useAction(client.members.setRights.mutate, ({ version }, { rights }) => {
    const before = rights.length > 0 ? [] : (['schnittstellen'] as const);
    const undo = () =>
      client.members.setRights.mutate({ member_id: member.id, version, rights: [...before] });
    showToast(t.rightsSaved, { undo });
  });
  if (member.role === 'owner') return null;
  const isOn = member.rights.includes('schnittstellen');
  const why = mayGrant ? t.interfacesOnlyAdmin : t.interfacesOnlyOwner;
  const isPossible = mayGrant && member.role === 'admin';
  const toggle = () => {
    const rights = isOn ? [] : (['schnittstellen'] as const);
    void set.run({ member_id: member.id, version: member.version, rights: [...rights] });
  };
  return (
    <div className="grid gap-3">
      <Switch
        checked={isOn}
        disabled={!isPossible || set.isBusy}
        hint={`${t.interfacesMore} ${isPossible ? '' : why}`}
        label={t.interfaces}
        onChange={toggle}
      />
      <FailureNotice error={set.error} />
    </div>
  );
}

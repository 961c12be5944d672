import { useState } from 'react';
import type { SandboxList } from '../../../features/sandboxes/sandboxes.schema.ts';
import { useMay } from '../../session/session.ts';
import { switchTeam } from '../../session/sign-out.ts';
import { Time } from '../../session/time.tsx';
import { useSandboxes } from '../../team/use-sandboxes.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { late } from '../../ui/late.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import { sandboxTexts } from './sandbox-texts.ts';

const CreateSandboxDialog = late(() =>
  import('../../team/create-sandbox-dialog.tsx').then((part) => part.CreateSandboxDialog),
);
const SandboxDialog = late(() =>
  import('./sandbox-dialogs.tsx').then((part) => part.SandboxDialog),
);

type Sandbox = SandboxList['data'][number];

/** The sandboxes of the team. The owner makes, resets and deletes them; all admins open them here. */
export function SandboxesSection() {
  const t = useTexts(sandboxTexts);
  const mayMake = useMay('make_sandboxes');
  const [isNaming, setIsNaming] = useState(false);
  const read = useSandboxes();
  const { data: list } = read;
  if (!list) return <NotLoaded read={read} />;
  const isFull = list.data.length >= list.most;
  const create = mayMake ? (
    <Button disabled={isFull} icon="plus" onClick={() => setIsNaming(true)}>
      {t.create}
    </Button>
  ) : null;
  return (
    <Section actions={create} id="sandboxes" lead={t.lead} title={t.title}>
      {list.data.length === 0 ? (
        <p className="text-sm text-soft">
          {t.none} {mayMake ? null : t.noneForOthers}
        </p>
      ) : (
        <ul className="grid gap-2">
          {list.data.map((sandbox) => (
            <SandboxRow key={sandbox.id} mayChange={mayMake} sandbox={sandbox} />
          ))}
        </ul>
      )}
      {isFull && mayMake ? <Most most={list.most} /> : null}
      {isNaming ? (
        <CreateSandboxDialog count={list.data.length} onClose={() => setIsNaming(false)} />
      ) : null}
    </Section>
  );
}

function Most({ most }: { most: number }) {
  const t = useTexts(sandboxTexts);
  return <p className="text-sm text-soft">{t.most(numberText(most, useLanguage()))}</p>;
}

function SandboxRow({ sandbox, mayChange }: { sandbox: Sandbox; mayChange: boolean }) {
  const t = useTexts(sandboxTexts);
  const [step, setStep] = useState<'rename' | 'reset' | 'remove' | null>(null);
  const { id, name, state, used_at, deleted_at } = sandbox;
  const isReady = state === 'ready';
  const trigger = <IconButton icon="dots" label={t.actions(name)} />;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line px-3 py-2">
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="truncate font-medium">{name}</p>
        <p className="text-xs text-soft">
          {t.used} <Time at={used_at} />, {t.deletedUnused} <Time at={deleted_at} shows="date" />
        </p>
      </div>
      {isReady ? (
        <Button onClick={() => void switchTeam(id)} size="sm">
          {t.open}
        </Button>
      ) : (
        <State is={state} noun="sandbox" />
      )}
      {mayChange && isReady ? (
        <Menu trigger={trigger}>
          <MenuItem icon="pencil" onSelect={() => setStep('rename')}>
            {t.rename}
          </MenuItem>
          <MenuItem icon="refresh" onSelect={() => setStep('reset')}>
            {t.reset}
          </MenuItem>
          <MenuItem icon="close" isDangerous onSelect={() => setStep('remove')}>
            {t.remove}
          </MenuItem>
        </Menu>
      ) : null}
      {step ? <SandboxDialog onClose={() => setStep(null)} sandbox={sandbox} step={step} /> : null}
    </li>
  );
}

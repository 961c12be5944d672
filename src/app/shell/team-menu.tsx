import { useState } from 'react';
import { type Session, useMay } from '../session/session.ts';
import { switchTeam } from '../session/sign-out.ts';
import { useTexts } from '../text/language.ts';
import { Badge } from '../ui/badge.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { late } from '../ui/late.tsx';
import { Menu, MenuGroup, MenuItem, MenuLine } from '../ui/menu.tsx';
import { Logo } from './logo.tsx';
import { shellTexts } from './texts.ts';

function TeamName({ name, isSandbox = false }: { name: string; isSandbox?: boolean }) {
  return (
    <>
      <span
        aria-hidden="true"
        className={classes(
          'grid size-6 shrink-0 place-items-center rounded-md text-xs font-semibold uppercase',
          isSandbox ? 'bg-warn-wash text-warn' : 'bg-accent text-white',
        )}
      >
        {isSandbox ? <Icon name="flask" size={14} /> : name[0]}
      </span>
      <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
    </>
  );
}

function SandboxName({ name }: { name: string }) {
  const t = useTexts(shellTexts);
  return (
    <span className="flex items-center gap-2 pl-4">
      <span className="min-w-0 truncate">{name}</span>
      <Badge tone="warn">{t.sandbox}</Badge>
    </span>
  );
}

const CreateSandboxDialog = late(() =>
  import('../team/create-sandbox-dialog.tsx').then((part) => part.CreateSandboxDialog),
);

/** The team in which the person works. A person with several teams can switch here, and the owner makes sandboxes. */
export function TeamMenu({ session: { team, teams } }: { session: Session }) {
  const t = useTexts(shellTexts);
  const box = 'flex h-9 w-full items-center gap-2 rounded-md px-2 text-left text-sm';
  const [isNaming, setIsNaming] = useState(false);
  // In a sandbox, none can be made.
  const mayMake = useMay('make_sandboxes') && team?.sandbox_of === null;
  if (teams.length === 0 || (teams.length === 1 && team && !mayMake)) {
    return <div className={box}>{team ? <TeamName name={team.name} /> : <Logo />}</div>;
  }
  const trigger = (
    <button className={`${box} hover:bg-hover data-[popup-open]:bg-hover`} type="button">
      {team ? <span className="hidden-text">{t.switchTeam}: </span> : null}
      <TeamName isSandbox={team?.sandbox_of != null} name={team?.name ?? t.switchTeam} />
      <Icon className="text-soft" name="sort" />
    </button>
  );
  const count = teams.filter(({ sandbox_of }) => sandbox_of === team?.id).length;
  return (
    <>
      <Menu align="start" trigger={trigger}>
        <MenuGroup label={t.switchTeam}>
          {teams.map(({ id, name, sandbox_of }) => (
            <MenuItem isChosen={id === team?.id} key={id} onSelect={() => void switchTeam(id)}>
              {sandbox_of === null ? name : <SandboxName name={name} />}
            </MenuItem>
          ))}
        </MenuGroup>
        {mayMake ? (
          <>
            <MenuLine />
            <MenuItem icon="flask" onSelect={() => setIsNaming(true)}>
              {t.makeSandbox}
            </MenuItem>
          </>
        ) : null}
      </Menu>
      {isNaming ? (
        <CreateSandboxDialog count={count} onClose={() => setIsNaming(false)} waits />
      ) : null}
    </>
  );
}

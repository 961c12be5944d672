import { useNavigate } from '@tanstack/react-router';
import { nextLanguage } from '../../shared/language/language.ts';
import type { Session } from '../session/session.ts';
import { signOut } from '../session/sign-out.ts';
import { switchLanguage } from '../session/switch-language.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { docsAddress } from '../ui/docs-link.tsx';
import type { IconName } from '../ui/icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { Initials } from '../ui/initials.tsx';
import { Menu, MenuGroup, MenuItem, MenuLine, MenuLink } from '../ui/menu.tsx';
import { shellTexts } from './texts.ts';
import { setTheme, type Theme, themes, useTheme } from './theme.ts';

const themeIcons: Record<Theme, IconName> = { system: 'screen', light: 'sun', dark: 'moon' };

type Props = { session: Session; onShortcuts: () => void };

export function AccountMenu({ session, onShortcuts }: Props) {
  const t = useTexts(shellTexts);
  const language = useLanguage();
  const other = nextLanguage(language);
  const theme = useTheme();
  const navigate = useNavigate();
  const { name, email } = session.person;
  const trigger = (
    <button
      className="flex h-9 w-full items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-hover data-[popup-open]:bg-hover"
      type="button"
    >
      <Initials text={name ?? email} />
      <span className="min-w-0 flex-1 truncate">{name ?? email}</span>
      <Icon className="text-soft" name="dots" />
    </button>
  );
  return (
    <Menu align="start" side="top" trigger={trigger}>
      <MenuGroup label={email}>
        <MenuItem icon="person" onSelect={() => void navigate({ to: '/profile' })}>
          {t.profile}
        </MenuItem>
        <MenuItem icon="globe" onSelect={() => void switchLanguage(other, language)}>
          <span lang={other}>{t.languages[other]}</span>
        </MenuItem>
        <MenuLink href={docsAddress(language)} icon="book">
          {t.docs}
        </MenuLink>
        <MenuItem icon="keyboard" onSelect={onShortcuts}>
          {t.shortcuts}
        </MenuItem>
      </MenuGroup>
      <MenuLine />
      <MenuGroup label={t.theme}>
        {themes.map((one) => (
          <MenuItem
            icon={themeIcons[one]}
            isChosen={one === theme}
            key={one}
            onSelect={() => setTheme(one)}
          >
            {t.themes[one]}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuLine />
      <MenuItem icon="out" onSelect={() => void signOut()}>
        {t.signOut}
      </MenuItem>
    </Menu>
  );
}

import type { Language } from '../../shared/language/language.ts';
import { theirWords } from '../mail/their-words.ts';

type Passkeys = { removed: string[]; left: string[] };

const texts = {
  de: {
    removed: 'Diese Passkeys wurden entfernt. Fügen Sie Ihre eigenen in Ihrem Profil wieder hinzu:',
    left: 'Mit diesen Passkeys kann man sich weiterhin ohne Passwort anmelden. Entfernen Sie in Ihrem Profil jeden, den Sie nicht kennen:',
  },
  en: {
    removed: 'These passkeys were removed. Add your own again in your profile:',
    left: 'These passkeys still sign in without a password. In your profile, remove any that you do not recognize:',
  },
} as const satisfies Record<Language, Record<keyof Passkeys, string>>;

/** The paragraphs of a mail that say which passkeys a change has removed, and which are left. */
export function describePasskeys(passkeys: Passkeys, lang: Language): string {
  const kinds = (['removed', 'left'] as const).filter((kind) => passkeys[kind].length > 0);
  const paragraphs = kinds.map((kind) => {
    const names = passkeys[kind].map((name) => `  - ${theirWords(name)}\n`);
    return `\n${texts[lang][kind]}\n\n${names.join('')}`;
  });
  return paragraphs.join('');
}

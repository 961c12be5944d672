import { expect, test } from 'vitest';
import { overviewTexts } from '../../src/app/pages/overview/texts.ts';
import { endpointPageTexts } from '../../src/app/pages/webhooks/endpoint/texts.ts';
import { verbTexts } from '../../src/app/shell/verb-texts.ts';
import { languages } from '../../src/shared/language.ts';
import { interfaceRefusals } from '../../src/shared/refusal-texts/interfaces.ts';

test('to switch an endpoint on again has one name, on its page, in the overview and in the palette', () => {
  const name = { de: 'Wieder einschalten', en: 'Switch on again' };
  // English has no space before the dots.
  const dots = { de: ' …', en: '…' };
  for (const language of languages) {
    expect(endpointPageTexts[language].activate).toBe(name[language]);
    expect(overviewTexts[language].acts.activate).toBe(name[language]);
    expect(verbTexts[language].verbs.activate).toBe(`${name[language]}${dots[language]}`);
    const said = [endpointPageTexts[language].offMore, endpointPageTexts[language].pauseMore];
    expect([...said, interfaceRefusals.endpoint_not_active[language]].join(' ')).not.toMatch(
      /activ|aktiv/i,
    );
  }
});

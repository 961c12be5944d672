import { expect, test } from 'vitest';
import { overviewTexts } from '../../src/app/pages/overview/texts.ts';
import { endpointPageTexts } from '../../src/app/pages/webhooks/endpoint/texts.ts';
import { verbTexts } from '../../src/app/shell/verb-texts.ts';
import { teamTexts } from '../../src/app/team/texts.ts';
import { obstacles } from '../../src/shared/diagnosis/diagnose-delivery.ts';
import { webhookRefusals } from '../../src/shared/errors/refusal-texts/webhooks.ts';
import { languages } from '../../src/shared/language/language.ts';

// English has no space before the dots.
const dots = { de: ' …', en: '…' };

test('a paused endpoint is resumed, on its page, in the overview and in the palette', () => {
  const name = { de: 'Fortsetzen', en: 'Resume' };
  for (const language of languages) {
    expect(teamTexts[language].endpointOn('disabled_failures')).toBe(name[language]);
    expect(overviewTexts[language].acts.resume).toBe(name[language]);
    expect(verbTexts[language].verbs.resume).toBe(`${name[language]}${dots[language]}`);
    expect(endpointPageTexts[language].resumeTitle('a.example')).toMatch(/resume|fortsetzen/i);
    expect(obstacles.paused[language]).toMatch(/resumed|fortgesetzt/);
  }
});

test('to switch an endpoint on again has one name, on its page and in the palette', () => {
  const name = { de: 'Wieder einschalten', en: 'Switch on again' };
  for (const language of languages) {
    expect(teamTexts[language].endpointOn('disabled')).toBe(name[language]);
    expect(verbTexts[language].verbs.activate).toBe(`${name[language]}${dots[language]}`);
    const said = [endpointPageTexts[language].offMore, endpointPageTexts[language].pauseMore];
    expect([...said, webhookRefusals.endpoint_not_active[language]].join(' ')).not.toMatch(
      /activ|aktiv/i,
    );
  }
});

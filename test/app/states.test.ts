import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { connectionState } from '../../src/features/crm/connections/connections.schema.ts';
import { listAllDeliveriesInput } from '../../src/features/webhooks/list-all-deliveries.schema.ts';
import { languages } from '../../src/shared/language/language.ts';
import {
  type StateNoun,
  states,
  statesOf,
  stateTones,
  stateWord,
} from '../../src/shared/web/states.ts';
import { sourcesIn } from '../harness/sources.ts';

const nouns = Object.keys(states) as StateNoun[];

describe('one language of state', () => {
  test.each(nouns)('no two states of the noun "%s" have the same word', (noun) => {
    for (const language of languages) {
      const words = statesOf(noun).map((state) => stateWord(noun, state as never, language));
      expect(words.filter((word) => word.trim() === '')).toEqual([]);
      expect(new Set(words).size).toBe(words.length);
    }
  });

  test('the table has every state of a CRM connection', () => {
    expect(Object.keys(states.connection)).toEqual(expect.arrayContaining(connectionState.options));
  });

  test('the search of deliveries finds each state that a badge shows', () => {
    const { status } = listAllDeliveriesInput.shape;
    expect(status.unwrap().options).toEqual(expect.arrayContaining(statesOf('delivery')));
  });

  test('no page decides for itself how a state looks', () => {
    const own = sourcesIn('src/app')
      .filter(({ text }) => /<Badge tone=\{\w+\[/.test(text) || /^const tones\b/m.test(text))
      .map(({ file }) => file)
      // The tones of labels, which are no states.
      .filter((file) => !file.endsWith('ui/badge.tsx') && !file.endsWith('ui/notice.tsx'));
    expect(own).toEqual([]);
  });
});

const css = readFileSync(path.resolve(import.meta.dirname, '../../src/app/look.css'), 'utf8');

/** The colours of a theme, by the name of the variable. */
function coloursOf(theme: string): Map<string, string> {
  const block = css.slice(css.indexOf(`${theme} {`));
  const body = block.slice(0, block.indexOf('}'));
  return new Map(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, value]) => [
      String(name),
      String(value),
    ]),
  );
}

function lightOf(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [lightOf(one), lightOf(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each([':root', ':root.dark'])('in the theme %s', (theme) => {
  const colours = coloursOf(theme);
  const grounds = ['ground', 'card', 'hover'].map((name) => colours.get(name) ?? '');

  test.each([...stateTones, 'bars', 'edge'])(
    'marks and bars in "%s" have a contrast of at least 3 to 1',
    (name) => {
      const colour = colours.get(name);
      expect(colour).toBeDefined();
      for (const ground of name === 'edge' ? grounds.slice(0, 2) : grounds) {
        expect(contrast(colour ?? ground, ground)).toBeGreaterThanOrEqual(3);
      }
    },
  );

  test('the mark of an error of ours stands out from the ground, and has a colour beside the text', () => {
    const colour = colours.get('server') ?? '';
    for (const ground of grounds) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(4.5);
    const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    expect(Math.max(...parts) - Math.min(...parts)).toBeGreaterThan(100);
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownPointer } from '../../src/rest/request-log/shown-pointer.ts';

test.each([
  ['/email', '/email'],
  ['/events/3', '/events/3'],
  ['/dimensions/anna.meier', '/…/…'],
  ['/fields/anna.meier/note', '/fields/…/note'],
  ['/fields/1234567', '/fields/…'],
  ['', ''],
])(
  '%s is shown as %s: the log shows names of the API, and none that a client has made up',
  (pointer, shown) => {
    expect(shownPointer(pointer)).toBe(shown);
  },
);

test('whatever a client writes, the shown pointer is short and contains only names of the API', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      const shown = shownPointer(`/fields/${text}`);
      expect(shown).toMatch(/^(\/([a-z_0-9]{1,40}|…)){0,10}$/);
    }),
  );
});

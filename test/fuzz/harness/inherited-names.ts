/** Names that every object has without being given them, and names to which JavaScript itself gives a meaning. */
export const inheritedNames = [
  'toString',
  'valueOf',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  'toJSON',
  'then',
  'length',
];

/** An own member of the name. A literal with `__proto__` would set the prototype. */
const withMember = (name: string, value: unknown) => Object.fromEntries([[name, value]]);

/** Objects, lists and texts with these names, as JSON can say them. */
export const valuesWithInheritedNames: readonly unknown[] = inheritedNames.flatMap((name) => [
  withMember(name, 1),
  [withMember(name, 1)],
  withMember(name, withMember(name, null)),
  [name],
  name,
]);

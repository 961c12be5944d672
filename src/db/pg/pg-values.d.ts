/** What pg makes of a value before it sends it, which its types do not declare. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): unknown };
  export default utils;
}

/** Turns a value into what pg sends. The types of pg do not declare this function. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): unknown };
  export default utils;
}

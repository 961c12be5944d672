/** A number that JSON.stringify writes as it is, with more digits than JavaScript has. The compiler does not know it. */
export function rawJson(number: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(number);
}

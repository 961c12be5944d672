/** Makes JSON.stringify write a number with more digits than JavaScript has. The compiler does not know this function. */
export function rawJson(number: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(number);
}

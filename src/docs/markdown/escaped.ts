const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text for a place in HTML, even between double quotes. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => references[character] ?? character);
}

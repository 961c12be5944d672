/** D17: PostgreSQL refuses NUL in text, and half a surrogate pair cannot be written as UTF-8. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

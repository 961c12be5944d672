/** As a link that is clicked: the browser writes the answer to a file while it comes. */
export function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

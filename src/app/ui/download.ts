/** Downloads a file like a click on a link: the browser writes the answer to a file while it arrives. */
export function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Downloads a file as a click on a link does: the browser writes to the file while the answer arrives. */
export function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

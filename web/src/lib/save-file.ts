import { getFile } from '#web/lib/api.ts';

/** How long the browser may take to begin to read a file that it saves, in ms. */
const readingDelay = 60_000;

/** Saves content as a file of the device. */
export function saveContent(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), readingDelay);
}

/** Downloads a file under the name that the server gives, or under `fallback`; returns the name. */
export async function saveFile(path: string, fallback: string): Promise<string> {
  const { content, filename } = await getFile(path);
  const name = filename ?? fallback;
  saveContent(content, name);
  return name;
}

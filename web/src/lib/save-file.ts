import { getFile } from '#web/lib/api.ts';

/** How long, in ms, the browser may need before it starts to read a file that it saves. */
const readingDelay = 60_000;

/** Saves content as a file on the device. */
export function saveContent(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), readingDelay);
}

/** Downloads a file under the name that the server sends, or under `fallback`; returns the name. */
export async function saveFile(path: string, fallback: string): Promise<string> {
  const { content, filename } = await getFile(path);
  const name = filename ?? fallback;
  saveContent(content, name);
  return name;
}

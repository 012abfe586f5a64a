import { getFile } from '#web/lib/api.ts';

/** Downloads a file under the name that the server gives, or under `fallback`; returns the name. */
export async function saveFile(path: string, fallback: string): Promise<string> {
  const { content, filename } = await getFile(path);
  const name = filename ?? fallback;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  return name;
}

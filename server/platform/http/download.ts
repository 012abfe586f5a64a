/** Extensions by content type, the usual one first. */
const extensions: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif'],
  'image/avif': ['avif'],
  'application/pdf': ['pdf'],
  'video/webm': ['webm'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov', 'qt'],
};

/**
 * The name under which a file is saved. It ends with an extension of what the file is, whatever the uploader called it:
 * a picture named evil.html would otherwise open as a page once it is on somebody's disk. Characters that nobody sees go.
 */
export function downloadName(filename: string, contentType: string): string {
  const plain = filename
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[/\\]/g, '_')
    .trim();
  const fitting = extensions[contentType] ?? [];
  const [usual] = fitting;
  const given = /\.([^.]+)$/.exec(plain)?.[1]?.toLowerCase();
  return usual && !fitting.includes(given ?? '') ? `${plain}.${usual}` : plain;
}

/** The value of Content-Disposition (RFC 6266) for a file of an uploader. */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string, contentType: string): string {
  const encoded = encodeURIComponent(downloadName(filename, contentType)).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename*=UTF-8''${encoded}`;
}

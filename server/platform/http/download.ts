/** File extensions by content type, the usual one first. */
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
 * The name under which a file is saved. Its extension follows the content type, whatever the uploader called it,
 * because a picture named evil.html would open as a page once it is saved. Invisible characters are removed.
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

/** The value of Content-Disposition (RFC 6266) for an uploaded file. */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string, contentType: string): string {
  const encoded = encodeURIComponent(downloadName(filename, contentType)).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename*=UTF-8''${encoded}`;
}

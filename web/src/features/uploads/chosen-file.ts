import { t } from '#contract/language.ts';
import { fileTooLargeText } from '#contract/texts.ts';

/** MIME types by file extension, for devices that report no type. */
const typesByEnding: Record<string, string> = {
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  png: 'image/png',
  webm: 'video/webm',
  webp: 'image/webp',
};
const endingOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** The same file, with a type derived from its name if the device reported none. */
export function withType(file: File): File {
  const type = file.type || typesByEnding[endingOf(file.name)];
  return !type || type === file.type ? file : new File([file], file.name, { type, lastModified: file.lastModified });
}

/** Identifies a file even after a reload, when its content may be missing. */
export interface FileIdentity {
  name: string;
  type: string;
  size: number;
  lastModified: number;
}
export const identityOf = ({ name, type, size, lastModified }: File): FileIdentity => ({
  name,
  type,
  size,
  lastModified,
});

export const isSameFile = (a: FileIdentity, b: FileIdentity): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/** The files that a dashboard accepts. */
export interface FileLimits {
  maxFiles: number;
  maxBytes: number;
  /** MIME types (image/*) and file extensions (.heic). */
  accept: readonly string[];
  /** The accepted types as text for people. */
  acceptText: string;
}
/** The limits of a dashboard that sets none. */
export const uploadDefaults = { maxFiles: 1, maxBytes: 10_485_760 } as const;

/** Whether `accept` contains the file's extension, type or group of types. */
const isAccepted = ({ name, type }: Pick<File, 'name' | 'type'>, accept: readonly string[]): boolean =>
  accept.some((each) => {
    if (each.startsWith('.')) return name.toLowerCase().endsWith(each);
    return each.endsWith('/*') ? type.startsWith(each.slice(0, -1)) : type.split(';')[0] === each;
  });

/** The message for a refused file; null if it is accepted. The server checks the content later. */
export function refusalOf(file: File, chosenBefore: readonly FileIdentity[], limits: FileLimits): string | null {
  if (!isAccepted(file, limits.accept))
    return t('You can only upload: {acceptText}', { acceptText: limits.acceptText });
  if (file.size > limits.maxBytes) return fileTooLargeText(file.name, limits.maxBytes);
  if (file.size === 0) return t('An empty file was left out');
  return chosenBefore.some((each) => isSameFile(each, identityOf(file)))
    ? t('File {name} is chosen already', { name: file.name })
    : null;
}

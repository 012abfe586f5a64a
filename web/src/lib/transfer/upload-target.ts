/** Files of more bytes are sent in parts, where their target takes parts. */
export const multipartAbove = 100 * 1024 * 1024;

/** Where a file that is sent whole goes: by PUT as the body, or by POST as the last field of a form. */
export interface UploadAddress {
  method: 'PUT' | 'POST';
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Fields of the form, before the file. */
  fields?: Readonly<Record<string, string>>;
}

/** What is kept beside a file from the moment it is chosen, also over a reload. */
export type UploadFacts = Readonly<Record<string, string | number>>;

/** A file whose content has arrived in the storage. */
export interface ArrivedFile {
  /** A uuid chosen once for the file, so that registering it again is the same record. */
  id: string;
  name: string;
  type: string;
  size: number;
  facts: UploadFacts;
  /** The address that it was sent to, or the location that the storage gave it. */
  url: string;
  /** The storage's key, where it was sent in parts or as a form. */
  key: string | null;
}

/** How the files of one upload widget get to the server, and what becomes of them there. */
export interface UploadTarget {
  /** Finds out what the server wants to know of a file before it is sent. Throws what makes the file unusable. */
  prepare?: (file: Blob, signal: AbortSignal) => Promise<UploadFacts>;
  /** The address for one file; asked again when it has expired. */
  address: (file: { name: string; type: string; size: number }, signal: AbortSignal) => Promise<UploadAddress>;
  /** Large files may be sent in parts through /api/s3. */
  inParts?: boolean;
  /** Makes the file what it is for: a photo, a recording. */
  register: (file: ArrivedFile, signal: AbortSignal) => Promise<void>;
}

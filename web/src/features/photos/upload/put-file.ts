import { send } from '#web/lib/transfer/send.ts';
import { isAbort, TransferError } from '#web/lib/transfer/transfer-error.ts';

/** The connection failed, so that the same upload may well succeed later. */
export class ConnectionLost extends Error {
  constructor() {
    super('Upload failed: no connection');
    this.name = 'ConnectionLost';
  }
}

interface PutOptions {
  /** 0-100 of the bytes sent. */
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

/** Puts a file at a signed address. Throws ConnectionLost, 'Upload cancelled', or 'Upload failed: {status text}'. */
export async function putFile(url: string, file: Blob, { onProgress, signal }: PutOptions): Promise<void> {
  try {
    await send({
      method: 'PUT',
      url,
      body: file,
      headers: { 'content-type': file.type || 'application/octet-stream' },
      signal,
      onProgress: (sent) => onProgress(file.size > 0 ? (sent / file.size) * 100 : 0),
    });
  } catch (error) {
    if (isAbort(error)) throw new Error('Upload cancelled', { cause: error });
    if (!(error instanceof TransferError)) throw error;
    if (error.status === null) throw new ConnectionLost();
    throw new Error(`Upload failed: ${error.statusText || error.status}`, { cause: error });
  }
}

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

/**
 * Puts a file at a signed address. Throws ConnectionLost, 'Upload cancelled', or 'Upload failed: {status text}'.
 * XMLHttpRequest, because fetch does not tell how much of a body has been sent.
 */
export function putFile(url: string, file: Blob, { onProgress, signal }: PutOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress((loaded / total) * 100);
    });
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new Error(`Upload failed: ${request.statusText || request.status}`));
    });
    request.addEventListener('error', () => reject(new ConnectionLost()));
    request.addEventListener('abort', () => reject(new Error('Upload cancelled')));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

/** A user who calls the API, in a browser or without one. */
export interface Caller {
  user: { id: string; email: string };
  /** Returns the answer's JSON, or null without any; throws unless the answer is a success. */
  // Untyped, because a test reads any part of an answer and fails where the shape differs.
  // oxlint-disable-next-line typescript/no-explicit-any
  call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown): Promise<any>;
  /** Sends a file to an address that the server has signed; returns the ETag. */
  putFile(url: string, bytes: Buffer, contentType?: string): Promise<string>;
}

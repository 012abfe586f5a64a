/** A person who calls the API, in a browser or without one. */
export interface Caller {
  user: { id: string; email: string };
  /** Throws unless the answer is a success; returns its JSON, null where it has none. */
  // Untyped, because a test reads any part of an answer and fails where the shape differs.
  // oxlint-disable-next-line typescript/no-explicit-any
  call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown): Promise<any>;
  /** Sends a file to an address that the server has signed; returns the ETag. */
  putFile(url: string, bytes: Buffer, contentType?: string): Promise<string>;
}

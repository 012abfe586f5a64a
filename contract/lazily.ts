/**
 * Returns a function that makes the value when it is first called. The first formatters of a page cost a phone up to 50 ms each
 * (they read the tables of their language), so none is made before a screen shows what it formats.
 */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

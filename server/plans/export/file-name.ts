/** A file name of only ASCII letters, digits, dots and hyphens, such as `PIP-Harbour-Inn-2026-11-21.pdf`. */
export function fileNameOf(
  names: readonly [kind: string, property: string, ...more: string[]],
  day: string,
  ending: string,
) {
  const [kind, property, ...more] = names.map((name) =>
    name
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60),
  );
  return `${[kind, property || 'property', ...more.filter(Boolean), day].join('-')}.${ending}`;
}

import Bowser from 'bowser';

/** A readable program name such as "Chrome on Windows", or the program's own name if nothing more is known. */
export function clientInWords(program: string | null): string | null {
  if (!program) return null;
  const { browser, os } = Bowser.parse(program);
  if (!browser.name || !os.name) return program;
  return `${browser.name} on ${os.name}`;
}

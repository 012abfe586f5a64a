import Bowser from 'bowser';

/** A program in words, "Chrome on Windows", or as it names itself where nothing more is known. */
export function clientInWords(program: string | null): string | null {
  if (!program) return null;
  const { browser, os } = Bowser.parse(program);
  if (!browser.name || !os.name) return program;
  return `${browser.name} on ${os.name}`;
}

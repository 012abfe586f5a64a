import { currentLanguage } from '#contract/language.ts';

/** The part of the Web Speech API that is used; the DOM types lack it. */
export interface SpeechRecognizer {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: SpeechResultEvent) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}

export interface SpeechResultEvent {
  /** The index of the first new or changed result. */
  resultIndex: number;
  results: ArrayLike<{ isFinal: boolean; 0: { transcript: string } }>;
}

type Recognition = new () => SpeechRecognizer;

/** Chromium and Safari have it, some under a prefix; Firefox does not. */
function recognition(): Recognition | undefined {
  const scope = window as { SpeechRecognition?: Recognition; webkitSpeechRecognition?: Recognition };
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
}

export const canDictate = (): boolean => recognition() !== undefined;

/** A recognizer for the page's language that continues until it is stopped; null if the browser has none. */
export function createRecognizer(): SpeechRecognizer | null {
  const Recognizer = recognition();
  if (!Recognizer) return null;
  const recognizer = new Recognizer();
  recognizer.lang = currentLanguage() === 'es' ? 'es-US' : 'en-US';
  recognizer.continuous = true;
  recognizer.interimResults = false;
  return recognizer;
}

/** The finished sentences in an event. */
export const finalText = ({ resultIndex, results }: SpeechResultEvent): string =>
  Array.from(results)
    .slice(resultIndex)
    .filter(({ isFinal }) => isFinal)
    .map((result) => result[0].transcript.trim())
    .join(' ');

/** Inserts the dictated text at the caret, separated by spaces and with a capital letter at the start of a sentence. */
export function insertSpoken(text: string, from: number, to: number, said: string): { text: string; caret: number } {
  const before = text.slice(0, from);
  const after = text.slice(to);
  const startsSentence = /(^|[.!?]\s*|\n)$/.test(before);
  const words = startsSentence ? said.charAt(0).toUpperCase() + said.slice(1) : said;
  const start = before === '' || /\s$/.test(before) ? before : `${before} `;
  const end = after === '' || /^[\s.,;:!?]/.test(after) ? after : ` ${after}`;
  return { text: start + words + end, caret: start.length + words.length };
}

import { Mic, Square } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { t } from '#contract/language.ts';
import { canDictate, createRecognizer, finalText, insertSpoken, type SpeechRecognizer } from '#web/lib/dictation.ts';
import { cn } from '#web/lib/cn.ts';
import { toast } from '#web/lib/toast.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Textarea } from '#web/ui/input.tsx';

/** Types into the field as a person would, so that input listeners are called. */
function type(field: HTMLTextAreaElement, said: string): void {
  const from = field.selectionStart;
  const { text, caret } = insertSpoken(field.value, from, field.selectionEnd, said);
  const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
  value?.set?.call(field, field.maxLength < 0 ? text : text.slice(0, field.maxLength));
  field.setSelectionRange(caret, caret);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function toastFailure(error: string): void {
  // The person stopped the dictation or said nothing.
  if (error === 'aborted' || error === 'no-speech') return;
  const description =
    error === 'not-allowed' || error === 'service-not-allowed'
      ? t('Allow the microphone in the browser settings for this site.')
      : error === 'network'
        ? t('This browser needs a connection for it. Type the note, or record a voice note with the photo.')
        : t('The browser could not turn speech into text.');
  toast({ title: t('Dictation stopped'), description, variant: 'destructive' });
}

/** A multi-line input with a dictation button if the browser supports dictation. */
export function DictatedTextarea({ disabled, className, ...props }: ComponentProps<'textarea'>) {
  const box = useRef<HTMLDivElement>(null);
  const current = useRef<SpeechRecognizer | null>(null);
  const [listening, setListening] = useState(false);
  useEffect(() => () => current.current?.abort(), []);

  function start() {
    const field = box.current?.querySelector('textarea');
    const recognizer = createRecognizer();
    if (!field || !recognizer) return;
    recognizer.onresult = (event) => {
      const said = finalText(event);
      if (said) type(field, said);
    };
    recognizer.onerror = ({ error }) => toastFailure(error);
    recognizer.onend = () => {
      current.current = null;
      setListening(false);
    };
    current.current = recognizer;
    setListening(true);
    recognizer.start();
  }
  const offered = canDictate() && !disabled;
  return (
    <div ref={box} className="relative">
      <Textarea disabled={disabled} className={cn(offered && 'pe-12', className)} {...props} />
      {offered && (
        <IconButton
          label={listening ? t('Stop dictating') : t('Dictate')}
          aria-pressed={listening}
          className="absolute end-1 bottom-1"
          onClick={() => (listening ? current.current?.stop() : start())}
        >
          {listening ? (
            <Square aria-hidden="true" className="size-4 fill-current text-critical" />
          ) : (
            <Mic aria-hidden="true" className="size-4" />
          )}
        </IconButton>
      )}
    </div>
  );
}

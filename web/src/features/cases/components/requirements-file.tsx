import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { readRequirements } from '#web/features/cases/admin-api.ts';
import { toast } from '#web/lib/toast.ts';
import { FileButton } from '#web/ui/file-button.tsx';

const isPdf = (file: File) => file.type === 'application/pdf' || /\.pdf$/i.test(file.name);

/** The text of a plain-text file. Throws for a binary file, which would fill the box with garbage. */
async function textOf(file: File): Promise<string> {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  if (text.includes('\0')) throw new Error('Not a text file');
  return text.replaceAll(/\r\n?/g, '\n');
}

/** Reads requirements from a text file or PDF. If a PDF has no text layer, a notice says what to do. */
export function RequirementsFile({ onText }: { onText: (text: string) => void }) {
  const [processing, setProcessing] = useState(false);

  async function read(file: File) {
    setProcessing(true);
    try {
      const text = isPdf(file) ? (await readRequirements(file)).join('\n') : await textOf(file);
      if (text === '' && isPdf(file)) {
        toast({
          title: 'PDF Processing',
          description:
            'PDF text extraction is coming soon. Please use .txt files or enter requirements manually for now.',
        });
      } else onText(text);
    } catch {
      toast({ title: 'Upload Error', description: 'Failed to process file', variant: 'destructive' });
    } finally {
      setProcessing(false);
    }
  }
  return (
    <FileButton
      accept=".pdf,.txt,text/plain,application/pdf"
      variant="secondary"
      size="sm"
      pending={processing}
      onFiles={([file]) => {
        if (file) void read(file);
      }}
    >
      {!processing && <FileUp aria-hidden="true" />}
      {processing ? 'Processing...' : 'Upload file'}
    </FileButton>
  );
}

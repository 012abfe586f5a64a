import { useRef, type ReactNode } from 'react';
import { Button, type ButtonProps } from '#web/ui/button.tsx';

interface FileButtonProps extends Omit<ButtonProps, 'onClick' | 'asChild'> {
  /** The `accept` of the file input, such as `image/*` or `.pdf,.txt`. */
  accept?: string;
  multiple?: boolean;
  /** Opens the camera on phones. */
  capture?: 'environment' | 'user';
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** A button that opens the file chooser; the same file can be chosen twice in a row. */
export function FileButton({ accept, multiple, capture, onFiles, children, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        capture={capture}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}

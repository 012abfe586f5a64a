import { useRef, useState, type DragEvent, type ReactNode } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

interface DropAreaProps {
  disabled: boolean;
  /** Shown while files are dragged over the area. */
  hint: string;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** Accepts files that are dropped on its children. Keyboard users need a button to choose files beside it. */
export function DropArea({ disabled, hint, onFiles, children }: DropAreaProps) {
  const [over, setOver] = useState(false);
  // Moving onto a child fires a leave event for its parent, so enter and leave events are counted.
  const depth = useRef(0);
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  const handlers = {
    onDragEnter(event: DragEvent) {
      if (!hasFiles(event)) return;
      depth.current += 1;
      setOver(true);
    },
    onDragOver(event: DragEvent) {
      if (hasFiles(event)) event.preventDefault();
    },
    onDragLeave() {
      depth.current -= 1;
      if (depth.current <= 0) leave();
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      leave();
      onFiles([...event.dataTransfer.files]);
    },
  };
  // Both states must render the same element, or React would remount an open dialog inside.
  return (
    <div className="relative flex flex-1 flex-col" {...(disabled ? {} : handlers)}>
      {children}
      {over && !disabled && (
        <div className="pointer-events-none absolute inset-3 z-20 grid place-items-center rounded-[14px] border-2 border-accent bg-accent-soft/90 text-lg font-strong text-accent">
          {hint}
        </div>
      )}
    </div>
  );
}

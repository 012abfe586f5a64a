import { Search } from 'lucide-react';
import { useEffect, useRef, useState, type Ref } from 'react';
import { cn } from '#web/lib/cn.ts';
import { Input } from '#web/ui/input.tsx';
import { Kbd } from '#web/ui/table.tsx';

interface SearchInputProps {
  /** The name for screen readers. */
  label: string;
  placeholder: string;
  value: string;
  /** Called when typing pauses, and at once on Enter. */
  onSearch: (value: string) => void;
  /** The key shown in the box; the page has to handle it. */
  shortcut?: string;
  ref?: Ref<HTMLInputElement>;
  className?: string;
}

const pause = 250;

/** A search box that searches when typing pauses. */
export function SearchInput({ label, placeholder, value, onSearch, shortcut, ref, className }: SearchInputProps) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Follows a filter that was cleared elsewhere, unless the person is typing.
  if (lastValue !== value) {
    setLastValue(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(next: string, wait: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(next.trim()), wait);
  }
  return (
    <form
      role="search"
      className={cn('relative min-w-0', className)}
      onSubmit={(event) => {
        event.preventDefault();
        search(text, 0);
      }}
    >
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 start-3 size-4 -translate-y-1/2 text-ink-3"
      />
      <Input
        ref={ref}
        dense
        type="search"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={placeholder}
        value={text}
        maxLength={200}
        className={cn('ps-9', shortcut && 'pe-9')}
        onChange={(event) => {
          setText(event.target.value);
          search(event.target.value, pause);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          if (text) {
            setText('');
            search('', 0);
          } else event.currentTarget.blur();
        }}
      />
      {shortcut && !text && (
        <Kbd
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 end-2.5 hidden -translate-y-1/2 lg:block"
        >
          {shortcut}
        </Kbd>
      )}
    </form>
  );
}

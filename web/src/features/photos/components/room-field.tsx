import { MapPin } from 'lucide-react';
import { useId } from 'react';
import { t } from '#contract/language.ts';
import { maxRoomLength } from '#contract/rooms.ts';
import { useRoom } from '#web/lib/current-room.ts';
import { cn } from '#web/lib/cn.ts';
import type { Scope } from '#web/lib/scope.ts';
import { Input } from '#web/ui/input.tsx';

/** The room or place of the next photos; it stays until it is changed. */
export function RoomField({ scope, className, dark }: { scope: Scope; className?: string; dark?: boolean }) {
  const id = useId();
  const [room, setRoom] = useRoom(scope);
  return (
    <div className={cn('flex min-w-0 items-center gap-2', className)}>
      <label htmlFor={id} className="flex shrink-0 items-center gap-1.5 text-small font-medium whitespace-nowrap">
        <MapPin aria-hidden="true" className={cn('size-4', !dark && 'text-ink-3')} />
        {t('Room or place')}
      </label>
      <Input
        id={id}
        value={room}
        maxLength={maxRoomLength}
        autoComplete="off"
        enterKeyHint="done"
        placeholder="312"
        className={cn('min-w-0 flex-1', dark && 'border-white/40 bg-white/10 text-white placeholder:text-white/60')}
        onChange={({ target }) => setRoom(target.value)}
        onKeyDown={(event) => {
          // Closes the phone's on-screen keyboard, which covers the shutter.
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
    </div>
  );
}

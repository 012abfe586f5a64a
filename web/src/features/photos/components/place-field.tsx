import { MapPin } from 'lucide-react';
import { useId } from 'react';
import { t } from '#contract/language.ts';
import { maxPlaceLength } from '#contract/places.ts';
import { maxRoomLength } from '#contract/rooms.ts';
import { usePlaceField, type TypedPlace } from '#web/lib/current-place.ts';
import { cn } from '#web/lib/cn.ts';
import type { Scope } from '#web/lib/scope.ts';
import { Input } from '#web/ui/input.tsx';

interface PartProps {
  scope: Scope;
  field: keyof TypedPlace;
  label: string;
  placeholder: string;
  dark: boolean;
}

function Part({ scope, field, label, placeholder, dark }: PartProps) {
  const id = useId();
  const [text, setText] = usePlaceField(scope, field);
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="truncate text-small font-medium">
        {label}
      </label>
      <Input
        id={id}
        value={text}
        maxLength={field === 'room' ? maxRoomLength : maxPlaceLength}
        autoComplete="off"
        enterKeyHint="done"
        placeholder={placeholder}
        className={cn('min-w-0', dark && 'border-white/40 bg-white/10 text-white placeholder:text-white/60')}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          // Closes the phone's on-screen keyboard, which covers the shutter.
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
    </div>
  );
}

/** Building, floor, and room or place of the next photos, in one line; each stays until it is changed. */
export function PlaceField({ scope, className, dark = false }: { scope: Scope; className?: string; dark?: boolean }) {
  const part = { scope, dark };
  return (
    <div role="group" aria-label={t('Place of the photos')} className={cn('flex min-w-0 items-end gap-2', className)}>
      <MapPin aria-hidden="true" className={cn('mb-3 size-4 shrink-0', !dark && 'text-ink-3')} />
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_minmax(0,0.8fr)_minmax(0,1.6fr)] gap-2">
        <Part {...part} field="building" label={t('Building')} placeholder="B" />
        <Part {...part} field="floor" label={t('Floor')} placeholder="3" />
        <Part {...part} field="room" label={t('Room or place')} placeholder="312" />
      </div>
    </div>
  );
}

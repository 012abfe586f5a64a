import { MapPin } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import { maxRoomLength, roomText } from '#contract/rooms.ts';
import { usePlacePhoto } from '#web/features/photos/api.ts';
import type { Scope } from '#web/lib/scope.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

// Defined outside the component, so that React calls it only once per field.
const focus = (input: HTMLInputElement | null) => input?.focus();

/** The room of a photo, which can be edited while the area is open. */
export function PhotoRoom({ scope, photo }: { scope: Scope; photo: Photo }) {
  const place = usePlacePhoto(scope);
  /** The typed text; null while the room is not being edited. */
  const [text, setText] = useState<string | null>(null);
  function save(event: FormEvent) {
    event.preventDefault();
    place.mutate({ id: photo.id, room: text ?? '' }, { onSuccess: () => setText(null) });
  }
  if (text !== null)
    return (
      <form className="flex items-end gap-2" onSubmit={save}>
        <Field label={t('Room or place')} className="min-w-0 flex-1">
          {(control) => (
            <Input
              {...control}
              ref={focus}
              autoComplete="off"
              maxLength={maxRoomLength}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <Button type="submit" pending={place.isPending}>
          {t('Save')}
        </Button>
        <Button variant="secondary" onClick={() => setText(null)}>
          {t('Cancel')}
        </Button>
      </form>
    );
  if (!photo.room && !photo.abilities.edit) return null;
  return (
    <div className="flex min-h-9 items-center justify-between gap-3">
      <p className="flex min-w-0 items-center gap-2">
        <MapPin aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        <span className={photo.room ? 'min-w-0 font-medium wrap-anywhere' : 'text-ink-2'}>
          {photo.room ? roomText(photo.room) : t('No room or place')}
        </span>
      </p>
      {photo.abilities.edit && (
        <Button variant="ghost" size="sm" className="-me-3" onClick={() => setText(photo.room ?? '')}>
          {photo.room ? t('Change room') : t('Add room')}
        </Button>
      )}
    </div>
  );
}

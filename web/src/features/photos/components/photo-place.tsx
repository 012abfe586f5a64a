import { MapPin } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import { locationText, maxPlaceLength } from '#contract/places.ts';
import { maxRoomLength } from '#contract/rooms.ts';
import { usePlacePhoto } from '#web/features/photos/api.ts';
import { typedPlaceOf, type TypedPlace } from '#web/lib/current-place.ts';
import type { Scope } from '#web/lib/scope.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

// Defined outside the component, so that React calls it only once per field.
const focus = (input: HTMLInputElement | null) => input?.focus();

const fields = [
  { name: 'building', label: t('Building'), max: maxPlaceLength },
  { name: 'floor', label: t('Floor'), max: maxPlaceLength },
  { name: 'room', label: t('Room or place'), max: maxRoomLength },
] as const;

/** The place of a photo, which can be edited while the area is open. */
export function PhotoPlace({ scope, photo }: { scope: Scope; photo: Photo }) {
  const change = usePlacePhoto(scope);
  /** The typed place; null while it is not being edited. */
  const [place, setPlace] = useState<TypedPlace | null>(null);
  function save(event: FormEvent) {
    event.preventDefault();
    if (place) change.mutate({ id: photo.id, place }, { onSuccess: () => setPlace(null) });
  }
  if (place !== null)
    return (
      <form className="grid gap-2.5" onSubmit={save}>
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,0.8fr)_minmax(0,1.6fr)] gap-2">
          {fields.map(({ name, label, max }) => (
            <Field key={name} label={label} className="min-w-0">
              {(control) => (
                <Input
                  {...control}
                  ref={name === 'room' ? focus : undefined}
                  autoComplete="off"
                  maxLength={max}
                  value={place[name]}
                  onChange={({ target }) => setPlace({ ...place, [name]: target.value })}
                />
              )}
            </Field>
          ))}
        </div>
        <div className="flex gap-2">
          <Button type="submit" pending={change.isPending}>
            {t('Save')}
          </Button>
          <Button variant="secondary" onClick={() => setPlace(null)}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    );
  const location = locationText(photo);
  if (!location && !photo.abilities.edit) return null;
  return (
    <div className="flex min-h-9 items-center justify-between gap-3">
      <p className="flex min-w-0 items-center gap-2">
        <MapPin aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        <span className={location ? 'min-w-0 font-medium wrap-anywhere' : 'text-ink-2'}>
          {location || t('No room or place')}
        </span>
      </p>
      {photo.abilities.edit && (
        <Button variant="ghost" size="sm" className="-me-3" onClick={() => setPlace(typedPlaceOf(photo))}>
          {location ? t('Change place') : t('Add place')}
        </Button>
      )}
    </div>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { plural } from '#contract/texts.ts';
import { mostFound, propertyQuery, propertySearchQuery } from '#web/features/properties/api.ts';
import { hasStatus } from '#web/lib/api-error.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { ErrorState } from '#web/ui/states.tsx';

interface PropertyFilterProps {
  /** The id of the chosen property. */
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

function ChosenProperty({ id, onClear }: { id: string; onClear: () => void }) {
  const { data, error } = useQuery(propertyQuery(id));
  const missing = hasStatus(error, 404) ? 'Property not found' : 'Could not be loaded';
  return (
    <p className="flex min-h-11 items-center gap-2 rounded-control border border-accent bg-accent-soft ps-3">
      <span className="min-w-0 flex-1 truncate">
        {data ? `${data.name}, ${data.city}` : error ? missing : 'Loading…'}
      </span>
      <IconButton label="Show all properties" onClick={onClear}>
        <X aria-hidden="true" />
      </IconButton>
    </p>
  );
}

function foundText(count: number): string {
  if (count === 0) return 'No property has this name or city.';
  return count > mostFound
    ? `The newest ${mostFound}. Type more to find others.`
    : plural(count, 'property', 'properties');
}

function PropertySearch({ onChoose }: { onChoose: (id: string) => void }) {
  const [q, setQ] = useState('');
  const search = propertySearchQuery(q);
  const { data: found, error, refetch } = useQuery({ ...search, placeholderData: keepPreviousData });
  return (
    <>
      <SearchInput label="Find a property" placeholder="Name or city" value={q} onSearch={setQ} />
      <p role="status" className="mt-1.5 px-3 py-1 text-small text-ink-2 empty:hidden">
        {found ? foundText(found.length) : !error && 'Loading…'}
      </p>
      {!found && error && <ErrorState error={error} onRetry={() => void refetch()} className="p-3" />}
      <ul aria-label="Properties" className="max-h-48 overflow-y-auto">
        {found?.slice(0, mostFound).map(({ id, name, city, state }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onChoose(id)}
              className="grid min-h-11 w-full rounded-control px-3 py-1.5 text-start hover:bg-sunken focus-visible:-outline-offset-2"
            >
              <span className="truncate">{name}</span>
              <span className="truncate text-small text-ink-2">
                {city}, {state}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Limits a list to one property, which is found by its name or city. */
export function PropertyFilter({ value, onChange }: PropertyFilterProps) {
  const group = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  // The pressed button is gone now, so the focus moves to what took its place.
  useEffect(() => {
    if (isPressed.current) group.current?.querySelector<HTMLElement>('input, button')?.focus();
    isPressed.current = false;
  }, [value]);
  const choose = (id: string | undefined) => {
    isPressed.current = true;
    onChange(id);
  };
  return (
    <div ref={group} role="group" aria-label="Property">
      <p aria-hidden="true" className="mb-1.5 font-medium">
        Property
      </p>
      {value ? <ChosenProperty id={value} onClear={() => choose(undefined)} /> : <PropertySearch onChoose={choose} />}
    </div>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { propertyQuery, propertySearchQuery } from '#web/features/properties/api.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';

interface PropertyFilterProps {
  /** The id of the chosen property. */
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

function ChosenProperty({ id, onClear }: { id: string; onClear: () => void }) {
  const { data, isError } = useQuery(propertyQuery(id));
  return (
    <p className="flex min-h-11 items-center gap-2 rounded-control border border-accent bg-accent-soft ps-3">
      <span className="min-w-0 flex-1 truncate">
        {data ? `${data.name}, ${data.city}` : isError ? 'Property not found' : 'Loading…'}
      </span>
      <IconButton label="Show all properties" onClick={onClear}>
        <X aria-hidden="true" />
      </IconButton>
    </p>
  );
}

function PropertySearch({ onChoose }: { onChoose: (id: string) => void }) {
  const [q, setQ] = useState('');
  const { data: found } = useQuery({ ...propertySearchQuery(q), placeholderData: keepPreviousData });
  return (
    <>
      <SearchInput label="Find a property" placeholder="Name or city" value={q} onSearch={setQ} />
      <div role="status" aria-label="Properties" className="mt-1.5 max-h-48 overflow-y-auto">
        {found?.length === 0 && <p className="px-3 py-2 text-small text-ink-2">No property has this name or city.</p>}
        <ul>
          {found?.map(({ id, name, city, state }) => (
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
      </div>
    </>
  );
}

/** Limits a list to one property, which is found by its name or city. */
export function PropertyFilter({ value, onChange }: PropertyFilterProps) {
  return (
    <div role="group" aria-label="Property">
      <p aria-hidden="true" className="mb-1.5 font-medium">
        Property
      </p>
      {value ? (
        <ChosenProperty id={value} onClear={() => onChange(undefined)} />
      ) : (
        <PropertySearch onChoose={onChange} />
      )}
    </div>
  );
}

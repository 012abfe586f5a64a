import { useQuery } from '@tanstack/react-query';
import { splitRequirements } from '#contract/cases.ts';
import { areasQuery } from '#web/features/areas/api.ts';
import type { RequirementPlaces as Places } from '#web/features/cases/case-form-schema.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { Select } from '#web/ui/select.tsx';

interface RequirementPlacesProps {
  /** The requirements, one per line. */
  text: string;
  places: Places;
  onChange: (places: Places) => void;
}

const wholeProperty: Places[string] = { area: '', photoRequired: false, dueDate: '' };

/** Sets the area of each requirement, whether it needs a photo and when it is due; hidden while there are no requirements. */
export function RequirementPlaces({ text, places, onChange }: RequirementPlacesProps) {
  const { data: areas = [] } = useQuery(areasQuery);
  const lines = [...new Set(splitRequirements(text))];
  if (lines.length === 0) return null;
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-1 font-medium">Area and due date of each requirement</legend>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-control border border-line px-3">
        {lines.map((line) => {
          const place = places[line] ?? wholeProperty;
          const change = (changed: Partial<Places[string]>) =>
            onChange({ ...places, [line]: { ...place, ...changed } });
          return (
            <li
              key={line}
              className="grid gap-2 py-2.5 sm:grid-cols-[minmax(0,1fr)_160px_150px_auto] sm:items-center sm:gap-3"
            >
              <span className="min-w-0 break-words">{line}</span>
              <Select
                aria-label={`Area of ${line}`}
                value={place.area}
                onChange={({ target }) => change({ area: target.value as Places[string]['area'] })}
              >
                <option value="">Whole property</option>
                {areas.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </Select>
              <DatePicker
                aria-label={`Due date of ${line}, empty for that of the case`}
                value={place.dueDate}
                notPast
                onChange={({ target }) => change({ dueDate: target.value })}
              />
              <Checkbox
                label="Photo required"
                aria-label={`Photo required for ${line}`}
                checked={place.photoRequired}
                onChange={({ target }) => change({ photoRequired: target.checked })}
              />
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

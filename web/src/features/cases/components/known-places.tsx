import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { samePlaceKey, type CasePlace } from '#contract/case-places.ts';
import { formatDueDate } from '#contract/due-dates.ts';
import { casePlacesQuery } from '#web/features/cases/admin-api.ts';
import type { CaseForm } from '#web/features/cases/case-form-schema.ts';

/** How long, in ms, typing has to pause before places are looked for. */
const pause = 250;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Fills the form with what is known of a place. */
function choose({ getValues, setValue, clearErrors }: CaseForm, place: CasePlace): void {
  const { openCase: _openCase, totalRooms, ...texts } = place;
  const known = { ...texts, totalRooms: totalRooms === null ? null : String(totalRooms) };
  for (const name of Object.keys(known) as (keyof typeof known)[]) {
    // What is not known stays as it was entered, except for the text that was searched.
    setValue(name, known[name] ?? getValues(name), { shouldDirty: true });
  }
  clearErrors();
}

function OpenCase({ openCase }: { openCase: NonNullable<CasePlace['openCase']> }) {
  return (
    <p className="flex items-start gap-2 rounded-control bg-medium-soft px-3 py-2.5 text-small">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-medium" />
      <span>
        This property already has an open case:{' '}
        <Link
          to="/admin/cases/$id"
          params={{ id: openCase.id }}
          target="_blank"
          className="font-semibold whitespace-nowrap text-accent underline"
        >
          {openCase.caseNumber}
        </Link>
        , due {formatDueDate(openCase.dueDate)}.
      </span>
    </p>
  );
}

/** Known properties that match the name, to fill the form with, and a warning if the property has an open case. */
export function KnownPlaces({ form }: { form: CaseForm }) {
  const [propertyName, propertyAddress, propertyZipCode] = form.watch([
    'propertyName',
    'propertyAddress',
    'propertyZipCode',
  ]);
  const q = useSettled(propertyName.trim());
  const { data } = useQuery({ ...casePlacesQuery(q), enabled: q.length > 1 });
  const places = q.length > 1 && q === propertyName.trim() ? (data?.places ?? []) : [];
  const key = samePlaceKey({ propertyName, propertyAddress, propertyZipCode });
  const chosen = places.find((place) => samePlaceKey(place) === key);
  const offered = chosen ? [] : places;
  return (
    <div role="status" className={offered.length > 0 || chosen?.openCase ? 'sm:col-span-6' : 'hidden'}>
      {chosen?.openCase && <OpenCase openCase={chosen.openCase} />}
      {offered.length > 0 && (
        <>
          <p className="mb-1 text-small text-ink-2">Known properties</p>
          <ul className="divide-y divide-line rounded-control border border-line">
            {offered.map((place) => (
              <li key={samePlaceKey(place)}>
                <button
                  type="button"
                  onClick={() => choose(form, place)}
                  className="grid min-h-11 w-full px-3 py-2 text-start hover:bg-sunken"
                >
                  <span className="font-medium break-words">{place.propertyName}</span>
                  <span className="text-small break-words text-ink-2">
                    {[
                      `${place.propertyAddress}, ${place.propertyCity}, ${place.propertyState}`,
                      ...(place.openCase ? [`open case, due ${formatDueDate(place.openCase.dueDate)}`] : []),
                    ].join(' · ')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

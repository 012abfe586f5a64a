import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { sameAddressKey, samePlaceKey, type CasePlace } from '#contract/case-places.ts';
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

/** `otherName` is the name of the property if it is not the one that was entered. */
function OpenCase({ openCase, otherName }: { openCase: NonNullable<CasePlace['openCase']>; otherName?: string }) {
  return (
    <p className="flex items-start gap-2 rounded-control bg-medium-soft px-3 py-2.5 text-small">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-medium" />
      <span>
        {otherName ? `${otherName}, at this address, has an open case:` : 'This property already has an open case:'}{' '}
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

/** The known places for a text that is complete enough; none while it is being typed. */
function usePlaces(text: string, zipCode?: string): CasePlace[] {
  const q = useSettled(text.trim());
  const { data } = useQuery({ ...casePlacesQuery(q, zipCode), enabled: q.length > 1 });
  return q.length > 1 && q === text.trim() ? (data?.places ?? []) : [];
}

const zipCode = /^\d{5}/;

/**
 * Known properties that match the name, or that are at the address under another name, to fill the form with, and a
 * warning if the property has an open case.
 */
export function KnownPlaces({ form }: { form: CaseForm }) {
  const [propertyName, propertyAddress, propertyZipCode] = form.watch([
    'propertyName',
    'propertyAddress',
    'propertyZipCode',
  ]);
  const entered = { propertyName, propertyAddress, propertyZipCode };
  const named = usePlaces(propertyName);
  const atAddress = usePlaces(zipCode.test(propertyZipCode) ? propertyAddress : '', propertyZipCode.trim()).filter(
    (place) => sameAddressKey(place) === sameAddressKey(entered),
  );
  const known = new Map([...named, ...atAddress].map((place) => [samePlaceKey(place), place]));
  const chosen = known.get(samePlaceKey(entered));
  const offered = chosen ? [] : [...known.values()];
  const other = chosen ? undefined : atAddress.find(({ openCase }) => openCase);
  const shown = offered.length > 0 || chosen?.openCase || other;
  return (
    <div role="status" className={shown ? 'grid gap-2 sm:col-span-6' : 'hidden'}>
      {chosen?.openCase && <OpenCase openCase={chosen.openCase} />}
      {other?.openCase && <OpenCase openCase={other.openCase} otherName={other.propertyName} />}
      {offered.length > 0 && (
        <div>
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
        </div>
      )}
    </div>
  );
}

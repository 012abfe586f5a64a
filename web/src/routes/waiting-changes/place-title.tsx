import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { areaSessionQuery } from '#web/features/areas/api.ts';
import { inspectionQuery } from '#web/features/inspections/api.ts';
import { runQuery } from '#web/features/areas/run-queries.ts';
import { CardHeader } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface TitleProps {
  id: string;
  note: string;
}

/** The name of a place; a general word if the name cannot be loaded without a connection. */
function nameOf(name: string | undefined, isFailed: boolean, otherwise: string): ReactNode {
  return name ?? (isFailed ? otherwise : <Skeleton className="h-5 w-40" />);
}

function AreaTitle({ id, note }: TitleProps) {
  const { data, isError } = useQuery(areaSessionQuery(id));
  const name = data && `${t(data.area.name)} · ${data.property.name}`;
  return (
    <CardHeader
      note={note}
      title={
        <Link to="/area-inspection" search={{ sessionId: id }} className="hover:underline">
          {nameOf(name, isError, t('An area'))}
        </Link>
      }
    />
  );
}

function InspectionTitle({ id, note }: TitleProps) {
  const { data, isError } = useQuery(inspectionQuery(id));
  const name = data && `${t(data.area)} · ${data.propertyName}`;
  return (
    <CardHeader
      note={note}
      title={
        <Link to="/inspection-review/$id" params={{ id }} className="hover:underline">
          {nameOf(name, isError, t('An inspection'))}
        </Link>
      }
    />
  );
}

function RunTitle({ id, note }: TitleProps) {
  const { data, isError } = useQuery(runQuery(id));
  return (
    <CardHeader
      note={note}
      title={
        <Link to="/inspection-setup" search={{ propertyId: data?.run.propertyId }} className="hover:underline">
          {nameOf(
            data && t('Inspection of {name}', { name: data.property.name }),
            isError,
            t('The inspection of a property'),
          )}
        </Link>
      }
    />
  );
}

/** The heading of a group of changes: a link to what they belong to. */
export function PlaceTitle({ place, count }: { place: string; count: number }) {
  const [of, id = ''] = place.split('/');
  const note = plural(count, 'change');
  if (of === 'area-sessions') return <AreaTitle id={id} note={note} />;
  if (of === 'inspections') return <InspectionTitle id={id} note={note} />;
  if (of === 'inspection-runs') return <RunTitle id={id} note={note} />;
  return <CardHeader title={t('Files')} note={note} />;
}

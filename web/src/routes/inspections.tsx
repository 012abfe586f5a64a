import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ClipboardList } from 'lucide-react';
import { t } from '#contract/language.ts';
import { areaSessionPages, areasQuery, areaSessionTotalsQuery } from '#web/features/areas/api.ts';
import { AreaSessionList } from '#web/features/areas/components/area-session-list.tsx';
import { StandaloneInspections } from '#web/features/inspections/components/standalone-inspections.tsx';
import { propertyQuery } from '#web/features/properties/api.ts';
import { hasStatus } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

const route = getRouteApi('/guarded/inspections');

/** The name of a chosen property that has no area sessions, and whether it is missing or of somebody else. */
function useUnlistedProperty(id: string | undefined) {
  const { data, error } = useQuery({ ...propertyQuery(id ?? ''), enabled: id !== undefined });
  const missing = id !== undefined && hasStatus(error, 404);
  return { missing, name: data?.name ?? (missing ? t('Property not found') : t('Loading')) };
}

interface NoSessionsProps {
  isFiltered: boolean;
  /** Whether the chosen property is missing or of somebody else. */
  missing: boolean;
  onClear: () => void;
}

const NoSessions = ({ isFiltered, missing, onClear }: NoSessionsProps) => (
  <EmptyState
    icon={ClipboardList}
    title={missing ? t('Property not found') : t('No inspection sessions found matching your filters.')}
    actions={
      isFiltered ? (
        <Button variant="secondary" onClick={onClear}>
          {t('Clear filters')}
        </Button>
      ) : (
        <Button asChild>
          <Link to="/inspection-guide">{t('Read the inspection guide')}</Link>
        </Button>
      )
    }
  >
    {missing && t('It does not exist, or it is not yours.')}
  </EmptyState>
);

/** The area sessions that the signed-in person may see, filtered by property and area. */
export default function InspectionsScreen() {
  const { propertyId = '', area = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const chosen = { propertyId: propertyId || undefined, area: area || undefined };
  const list = useInfiniteQuery({ ...areaSessionPages(chosen), placeholderData: keepPreviousData });
  const { error, refetch } = list;
  const found = list.data?.pages.flatMap((page) => page.rows);
  const { data: totals } = useQuery(areaSessionTotalsQuery);
  const isListed = totals?.properties.some(({ id }) => id === propertyId);
  const unlisted = useUnlistedProperty(isListed === false && propertyId ? propertyId : undefined);
  const { data: areas = [] } = useQuery(areasQuery);
  // An address may have the code of an area instead of its name.
  const selected = areas.find(({ code, name }) => [code, name].some((each) => each === area));
  const filter = (change: { propertyId?: string; area?: string }) =>
    void navigate({ search: (search) => ({ ...search, ...change }), replace: true });

  return (
    <Page>
      <PageHeader
        title={t('All Inspections')}
        subtitle={
          totals && found
            ? t('Showing {found} of {areaSessions} inspection sessions', {
                found: found.length,
                areaSessions: totals.total,
              })
            : ' '
        }
      />
      <div className="grid gap-3 sm:grid-cols-2 md:max-w-[560px]">
        <Field label={t('Property')}>
          {(control) => (
            <Select
              {...control}
              value={propertyId}
              onChange={(event) => filter({ propertyId: event.target.value || undefined })}
            >
              <option value="">{t('All properties')}</option>
              {propertyId && !isListed && <option value={propertyId}>{unlisted.name}</option>}
              {totals?.properties.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('Area')}>
          {(control) => (
            <Select
              {...control}
              value={selected?.name ?? area}
              onChange={(event) => filter({ area: event.target.value || undefined })}
            >
              <option value="">{t('All areas')}</option>
              {/* The list is filtered by it even if there is no such area. */}
              {area && !selected && <option value={area}>{t(area)}</option>}
              {areas.map(({ name }) => (
                <option key={name} value={name}>
                  {t(name)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Card className="overflow-hidden">
        {found ? (
          found.length > 0 ? (
            <AreaSessionList areaSessions={found} />
          ) : (
            <NoSessions
              isFiltered={propertyId !== '' || area !== ''}
              missing={unlisted.missing}
              onClear={() => filter({ propertyId: undefined, area: undefined })}
            />
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={8} label={t('Loading inspections')} />
        )}
        <LoadMore list={list} />
      </Card>
      <StandaloneInspections {...chosen} />
    </Page>
  );
}

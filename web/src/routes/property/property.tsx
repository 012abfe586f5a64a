import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { t } from '#contract/language.ts';
import { formatMoney } from '#contract/money.ts';
import type { PropertyPage } from '#contract/property-page.ts';
import { plural } from '#contract/texts.ts';
import { propertyPageQuery } from '#web/features/analytics/api.ts';
import { severityText, totalOf } from '#web/features/analytics/texts.ts';
import { PropertyNotFound } from '#web/features/properties/components/property-not-found.tsx';
import { useUser } from '#web/lib/auth.tsx';
import { Button } from '#web/ui/button.tsx';
import { StatCard } from '#web/ui/card.tsx';
import { ScoreCard } from '#web/ui/score.tsx';
import { overLinkClass, Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { isMissing } from '#web/ui/not-found-state.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { CasesCard, ItemsCard, PlansCard } from './lists.tsx';
import { RepeatsCard } from './repeats.tsx';
import { ScoresCard } from './scores.tsx';

const route = getRouteApi('/guarded/properties/$id');

const addressOf = ({ address, city, state, zipCode, brandStandard }: PropertyPage['property']): string =>
  [`${address}, ${city}, ${state} ${zipCode}`, brandStandard].filter(Boolean).join(' · ');

function CompletedWork({ costs: { completed, unpriced } }: Pick<PropertyPage, 'costs'>) {
  const missing = unpriced > 0 ? t(' · {items} without a cost', { items: plural(unpriced, 'item') }) : '';
  return (
    <StatCard
      label={t('Completed work')}
      value={completed.items > 0 ? formatMoney(completed.actual) : '–'}
      hint={
        completed.items > 0
          ? t('estimated at {estimated}{missing}', { estimated: formatMoney(completed.estimated), missing })
          : unpriced > 0
            ? t('{items} without a cost', { items: plural(unpriced, 'item') })
            : t('nothing completed yet')
      }
    />
  );
}

function Summary({ page }: { page: PropertyPage }) {
  const open = totalOf(page.openFindings);
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <ScoreCard label={t('Score')} score={page.score} coverage={page.coverage}>
        {page.score !== null && t('of the areas inspected last')}
      </ScoreCard>
      <StatCard
        label={t('Open findings')}
        value={open}
        hint={severityText(page.openFindings)}
        {...(page.openFindings.critical > 0 ? { tone: 'critical' as const } : {})}
      />
      <StatCard
        label={t('Open cost')}
        value={formatMoney(page.costs.open)}
        hint={
          page.items.total > 0
            ? t('{items}, before overheads', { items: plural(page.items.total, 'item') })
            : t('no open items')
        }
      />
      <CompletedWork costs={page.costs} />
    </div>
  );
}

function PropertyContent({ page }: { page: PropertyPage }) {
  const { property } = page;
  const { admin } = useUser().abilities;
  return (
    <>
      <PageHeader
        over={
          admin ? (
            <Link to="/admin" search={{ tab: 'analytics' }} className={overLinkClass}>
              {t('Analytics')}
            </Link>
          ) : (
            <Link to="/properties" className={overLinkClass}>
              {t('My Properties')}
            </Link>
          )
        }
        title={property.name}
        subtitle={addressOf(property)}
        actions={
          admin && (
            <Button size="sm" variant="secondary" asChild>
              <Link to="/admin" search={{ tab: 'monitoring', propertyId: property.id }}>
                {t('Review Inspections')}
              </Link>
            </Button>
          )
        }
      />
      <Summary page={page} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <ScoresCard areas={page.areas} leftOut={page.leftOut} />
          <RepeatsCard repeats={page.repeats} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <ItemsCard items={page.items} />
          <CasesCard cases={page.cases} linked={admin} />
          <PlansCard plans={page.plans} />
        </div>
      </div>
    </>
  );
}

/**
 * One property with its scores, repeat deficiencies, cases, plans, costs and open items, for its owner and for
 * admins.
 */
export default function PropertyScreen() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(propertyPageQuery(id));
  return (
    <Page className="max-w-[1440px]">
      {data ? (
        <PropertyContent page={data} />
      ) : isMissing(error) ? (
        <PropertyNotFound />
      ) : error ? (
        <ErrorState
          title={t('This property could not be loaded')}
          error={error}
          onRetry={() => void refetch()}
          screen
        />
      ) : (
        <SkeletonRows rows={8} label={t('Loading the property')} />
      )}
    </Page>
  );
}

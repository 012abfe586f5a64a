import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2, Hash } from 'lucide-react';
import { t } from '#contract/language.ts';
import { SentCasesCard } from '#web/features/cases/components/sent-cases-card.tsx';
import { propertyPages } from '#web/features/properties/api.ts';
import { AddPropertyMenu } from '#web/features/properties/components/add-property-menu.tsx';
import { PropertyCard } from '#web/features/properties/components/property-card.tsx';
import { useUser } from '#web/lib/auth.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

const grid = 'grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 xl:grid-cols-3';

function Loading() {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">{t('Loading your properties')}</span>
      {[1, 2, 3].map((card) => (
        <Card key={card} className="grid gap-3 p-[18px]">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-[22px] w-16 rounded-full" />
          <Skeleton className="h-10 w-4/5" />
          <Skeleton className="h-4 w-24" />
          <Skeleton className="mt-3 h-11 w-full rounded-card" />
        </Card>
      ))}
    </div>
  );
}

/** The signed-in person's properties as cards. */
export default function PropertiesScreen() {
  const list = useInfiniteQuery(propertyPages);
  const { error, refetch } = list;
  const data = list.data?.pages.flatMap(({ rows }) => rows);
  const admin = useUser().role === 'admin';
  return (
    <Page>
      <PageHeader
        title={t('My Properties')}
        subtitle={t('Your properties, their cases and when they are due')}
        actions={
          <div className="flex min-w-0 gap-2">
            <Button asChild className="h-auto min-h-11 max-sm:shrink max-sm:whitespace-normal max-[379px]:px-2.5">
              <Link to="/inspection-setup">
                <Hash aria-hidden="true" className="max-[379px]:hidden" />
                {t('Add Property by Case Number')}
              </Link>
            </Button>
            <AddPropertyMenu />
          </div>
        }
      />
      {!admin && <SentCasesCard />}
      {data ? (
        data.length > 0 ? (
          <div className={grid}>
            {data.map((property) => (
              <PropertyCard key={property.id} property={property} />
            ))}
            <LoadMore list={list} />
          </div>
        ) : (
          <Card>
            <EmptyState
              icon={Building2}
              title={t('No properties linked yet')}
              className="py-14"
              actions={
                <>
                  <Button asChild>
                    <Link to="/inspection-setup">{t('Link by Case Number')}</Link>
                  </Button>
                  <Button variant="secondary" asChild>
                    <Link to="/inspection-guide">{t('Read the Inspection Guide')}</Link>
                  </Button>
                </>
              }
            >
              {t("Enter the case number from the brand's e-mail to link a property.")}
            </EmptyState>
          </Card>
        )
      ) : error ? (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Loading />
      )}
    </Page>
  );
}

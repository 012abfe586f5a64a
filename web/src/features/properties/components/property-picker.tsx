import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2, ChevronRight } from 'lucide-react';
import { t } from '#contract/language.ts';
import { propertiesQuery } from '#web/features/properties/api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

/** Chooses a property to inspect. */
export function PropertyPicker() {
  const { data, error, refetch } = useQuery(propertiesQuery);
  return (
    <Card className="overflow-hidden">
      <CardHeader title={t('Choose one of your properties')} />
      <div className="border-t border-line">
        {data ? (
          data.length > 0 ? (
            <ul className="divide-y divide-line">
              {data.map((property) => (
                <li key={property.id}>
                  <Link
                    to="/inspection-setup"
                    search={{ propertyId: property.id }}
                    className="flex min-h-[60px] items-center gap-3 px-[18px] py-3 hover:bg-sunken focus-visible:-outline-offset-2"
                  >
                    <span className="min-w-0 flex-1">
                      <span className="block truncate font-strong">{property.name}</span>
                      <span className="block truncate text-small text-ink-2">
                        {property.address}, {property.city}
                      </span>
                    </span>
                    {property.hasProgress && <Badge tone="accent">{t('In Progress')}</Badge>}
                    <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
                  </Link>
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState icon={Building2} title={t('No properties linked yet')} className="py-8">
              {t('Enter the case number from your e-mail to link one.')}
            </EmptyState>
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={3} label={t('Loading your properties')} />
        )}
      </div>
    </Card>
  );
}

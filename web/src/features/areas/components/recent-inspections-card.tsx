import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Camera } from 'lucide-react';
import { t } from '#contract/language.ts';
import { recentAreaSessionsQuery } from '#web/features/areas/api.ts';
import { AreaSessionList } from '#web/features/areas/components/area-session-list.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

/** The five latest area sessions, for the dashboard. `others`: there are inspections that this card does not list. */
export function RecentInspectionsCard({ others }: { others: boolean }) {
  const { data, error, refetch } = useQuery(recentAreaSessionsQuery);
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title={t('Recent Inspections')}
        action={
          <Link
            to="/inspections"
            className="inline-flex min-h-9 items-center font-semibold text-accent hover:underline touch:min-h-11"
          >
            {t('View All')}
          </Link>
        }
      />
      <div className="border-t border-line">
        {data ? (
          data.length > 0 ? (
            <AreaSessionList areaSessions={data} />
          ) : (
            <EmptyState
              icon={Camera}
              title={others ? t('No area-by-area inspection yet') : t('No inspections yet')}
              className="py-8"
            >
              {others
                ? t('Your photo and live inspections are listed below.')
                : t('Link a property by its case number, then inspect it area by area.')}
            </EmptyState>
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={5} label={t('Loading recent inspections')} />
        )}
      </div>
    </Card>
  );
}

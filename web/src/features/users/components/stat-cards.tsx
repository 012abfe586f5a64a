import { useQuery } from '@tanstack/react-query';
import { serverText, t } from '#contract/language.ts';
import type { UserStats } from '#contract/stats.ts';
import { plural } from '#contract/texts.ts';
import { statsQuery } from '#web/features/users/stats.ts';
import { Card, StatCard } from '#web/ui/card.tsx';
import { ScoreCard } from '#web/ui/score.tsx';
import { ErrorState } from '#web/ui/states.tsx';

/** The four key figures of the dashboard. */
export function StatCards() {
  const { data, error, refetch } = useQuery(statsQuery());
  if (error && !data) {
    return (
      <Card>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  const scored = data !== undefined && data.propertiesScored > 0;
  const hint = (of: keyof UserStats['hints']) => data && serverText(data.hints[of]);
  return (
    <div className="grid grid-cols-2 gap-3 md:gap-3.5 lg:grid-cols-4">
      <StatCard label={t('Total Inspections')} value={data?.totalInspections} hint={hint('totalInspections')} />
      <StatCard label={t('Pending Reviews')} value={data?.pendingReviews} hint={hint('pendingReviews')} />
      <StatCard label={t('Active PIPs')} value={data?.activePIPs} hint={hint('activePIPs')} />
      <ScoreCard
        label={t('Compliance Score')}
        score={data && (scored ? data.complianceScore : null)}
        coverage={data?.coverage}
        details={data?.properties === 0 && <span className="block">{t('Not enough evidence')}</span>}
      >
        {scored && data.properties > 1 && (
          <span className="block">
            {t('{propertiesScored} of {properties} scored', {
              propertiesScored: data.propertiesScored,
              properties: plural(data.properties, 'property', 'properties'),
            })}
          </span>
        )}
        {scored && hint('complianceScore')}
      </ScoreCard>
    </div>
  );
}

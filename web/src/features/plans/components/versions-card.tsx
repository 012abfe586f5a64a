import { t } from '#contract/language.ts';
import { formatMoney } from '#contract/money.ts';
import { differenceText, differenceTitle } from '#contract/plan-differences.ts';
import type { Plan, PlanDifference, PlanVersion } from '#contract/plans.ts';
import { daysText } from '#web/features/plans/texts.ts';
import { formatDateIn } from '#web/features/plans/property-times.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';

/** The changes between two versions, one line per item. */
export function Differences({ differences }: { differences: readonly PlanDifference[] }) {
  return (
    <ul className="grid gap-1.5">
      {differences.map((difference) => (
        <li key={difference.itemId} className="wrap-anywhere">
          <span className="font-medium">{differenceTitle(difference)}</span>{' '}
          <span className="text-ink-2">{differenceText(difference)}</span>
        </li>
      ))}
    </ul>
  );
}

function Version({ version, timeZone }: { version: PlanVersion; timeZone: string }) {
  const on = (time: string) => formatDateIn(timeZone, time);
  const facts = [
    t('sent {sentAt}', { sentAt: on(version.sentAt) }),
    version.acceptedAt ? t('accepted {acceptedAt}', { acceptedAt: on(version.acceptedAt) }) : t('not accepted'),
    formatMoney(version.totalCost),
    daysText(version.estimatedDays),
  ];
  return (
    <li className="grid gap-1.5 border-t border-line px-[18px] py-3">
      <h3>
        <span className="font-strong">{t('Version {number}', { number: version.number })}</span>{' '}
        <span className="text-ink-2">{facts.join(' · ')}</span>
      </h3>
      <Differences differences={version.differences} />
    </li>
  );
}

/** The versions of a plan; hidden while there is only an unchanged first one. */
export function VersionsCard({ plan }: { plan: Plan }) {
  const { versions, changes } = plan;
  const latest = versions.at(-1);
  if (!latest || (versions.length < 2 && changes.length === 0)) return null;
  return (
    <Card className="break-inside-avoid">
      <CardHeader title={t('Versions')} />
      <ul>
        {changes.length > 0 && (
          <li className="grid gap-1.5 border-t border-line px-[18px] py-3">
            <h3>
              <span className="font-strong">{t('Changed since version {number}', { number: latest.number })}</span>{' '}
              <span className="text-ink-2">{t('not sent yet')}</span>
            </h3>
            <Differences differences={changes} />
          </li>
        )}
        {versions.toReversed().map((version) => (
          <Version key={version.number} version={version} timeZone={plan.property.timeZone} />
        ))}
      </ul>
    </Card>
  );
}

/** Tells the owner what a newer version changes before it is accepted. */
export function NewVersionNote({ plan }: { plan: Plan }) {
  const latest = plan.versions.at(-1);
  if (!plan.abilities.accept || !latest || latest.number === 1) return null;
  return (
    <section
      aria-label={t('Changes in version {number}', { number: latest.number })}
      className="grid gap-2 rounded-card border border-line bg-sunken px-4 py-3"
    >
      <p className="font-strong">
        {t('Version {number} changes what you accepted. Read the changes, then accept the plan again.', {
          number: latest.number,
        })}
      </p>
      <Differences differences={latest.differences} />
    </section>
  );
}

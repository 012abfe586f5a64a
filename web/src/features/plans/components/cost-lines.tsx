import { serverText, t } from '#contract/language.ts';
import { formatMoney } from '#contract/money.ts';
import type { Plan } from '#contract/plans.ts';

interface CostLinesProps {
  lines: Plan['costLines'];
  total: Plan['totalCost'];
}

/** The works, their additions and the total. */
export const CostLines = ({ lines, total }: CostLinesProps) => (
  <dl className="grid gap-2 px-[18px] pb-3 tabular-nums">
    {lines.map(({ label, amount }) => (
      <div key={label} className="flex justify-between gap-4">
        <dt className="text-ink-2">{serverText(label)}</dt>
        <dd className="whitespace-nowrap">{formatMoney(amount)}</dd>
      </div>
    ))}
    <div className="flex justify-between gap-4 border-t border-line pt-2 font-strong">
      <dt>{t('Total')}</dt>
      <dd>{formatMoney(total)}</dd>
    </div>
  </dl>
);

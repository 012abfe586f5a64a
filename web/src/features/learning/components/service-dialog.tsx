import { useQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { useState } from 'react';
import type { ModelUsage } from '#contract/model-usage.ts';
import { plural } from '#contract/texts.ts';
import { modelUsageQuery } from '#web/features/learning/api.ts';
import { lastMonths, monthName, reasonText, serviceCost, spentShare } from '#web/features/learning/service-texts.ts';
import { engineName } from '#web/features/photos/engine-texts.ts';
import { StatCard } from '#web/ui/card.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { Progress } from '#web/ui/meter.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';

const count = new Intl.NumberFormat('en-US');

function Figures({ usage }: { usage: ModelUsage }) {
  const photos = usage.properties.reduce((sum, each) => sum + each.photos, 0);
  const standIns = usage.properties.reduce((sum, each) => sum + each.standIns, 0);
  const share = spentShare(usage);
  return (
    <div className="grid gap-3.5">
      <div className="grid grid-cols-1 gap-3.5 sm:grid-cols-3">
        <StatCard
          label="Spent"
          value={serviceCost(usage.spent)}
          hint={usage.budget === null ? 'No monthly budget' : `of ${serviceCost(usage.budget)} this month`}
        />
        <StatCard label="Photos" value={count.format(photos)} hint={usage.model ?? engineName(usage.engine)} />
        <StatCard label="Read by the built-in engine" value={count.format(standIns)} hint="Instead of the service" />
      </div>
      {share !== null && <Progress value={share} label={`${share}% of the budget spent`} />}
    </div>
  );
}

function Properties({ properties }: Pick<ModelUsage, 'properties'>) {
  return (
    <Table label="Cost by property">
      <thead>
        <tr>
          <Th>Property</Th>
          <Th numeric>Photos</Th>
          <Th numeric>Tokens in</Th>
          <Th numeric>Tokens out</Th>
          <Th numeric>Cost</Th>
        </tr>
      </thead>
      <tbody>
        {properties.map((row) => (
          <Tr key={row.propertyId ?? 'none'}>
            <Td className="wrap-anywhere">{row.name ?? 'No property'}</Td>
            <Td numeric>{count.format(row.photos)}</Td>
            <Td numeric>{count.format(row.inputTokens)}</Td>
            <Td numeric>{count.format(row.outputTokens)}</Td>
            <Td numeric>{serviceCost(row.cost)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function Reasons({ reasons }: Pick<ModelUsage, 'reasons'>) {
  if (reasons.length === 0) return null;
  return (
    <section className="grid gap-1.5">
      <h3 className="heading">Why the service did not read a photo</h3>
      <ul className="grid gap-1">
        {reasons.map(({ photos, reason }) => (
          <li key={reason} className="flex justify-between gap-4">
            <span>{reasonText(reason)}</span>
            <span className="text-ink-2">{plural(photos, 'photo', 'photos', count.format)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the AI service analyzed in a month and its cost, by property. */
export default function ServiceDialog({ onClose }: { onClose: () => void }) {
  const [months] = useState(() => lastMonths(new Date(), 12));
  const [month, setMonth] = useState(months[0] ?? '');
  const { data, error, refetch } = useQuery({ ...modelUsageQuery(month), refetchOnMount: 'always' });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="AI Service"
        description="What the AI service read and what it cost. Months are in UTC."
        shape="full"
        size="xl"
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-1">
          <Select
            dense
            aria-label="Month"
            className="sm:w-[220px]"
            value={month}
            onChange={(event) => setMonth(event.target.value)}
          >
            {months.map((each) => (
              <option key={each} value={each}>
                {monthName(each)}
              </option>
            ))}
          </Select>
          {error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : data ? (
            <>
              <Figures usage={data} />
              {data.properties.length > 0 ? (
                <Properties properties={data.properties} />
              ) : (
                <EmptyState icon={Coins} title="No photos">
                  The AI service read no photo in {monthName(month)}.
                </EmptyState>
              )}
              <Reasons reasons={data.reasons} />
            </>
          ) : (
            <SkeletonRows rows={5} className="px-0" label="Loading costs" />
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

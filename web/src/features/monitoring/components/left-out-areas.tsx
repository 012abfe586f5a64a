import { useQuery } from '@tanstack/react-query';
import { runQuery } from '#web/features/areas/run-queries.ts';

/** The areas of the run that its owner marked as not at the property, with the reasons; hidden if there are none. */
export function LeftOutAreas({ runId }: { runId: string }) {
  const { data } = useQuery(runQuery(runId));
  const leftOut = data?.progress.filter(({ status }) => status === 'not_applicable') ?? [];
  if (!data || leftOut.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-small font-semibold text-ink-2">
        Not inspected: {leftOut.length} of {data.progress.length} areas
      </h3>
      <dl className="grid gap-2 rounded-card bg-sunken px-4 py-3">
        {leftOut.map(({ id, area, notApplicableReason }) => (
          <div key={id}>
            <dt className="font-medium">{area.name}</dt>
            <dd className="text-small text-ink-2">{notApplicableReason ?? 'No reason given'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { learningQuery } from '#web/features/learning/api.ts';
import { CategoriesCard, ExampleCards } from '#web/features/learning/components/examples-card.tsx';
import { RunCard } from '#web/features/learning/components/run-card.tsx';
import { VersionsCard } from '#web/features/learning/components/versions-card.tsx';
import { Card } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

/** The Learning tab: training examples from people's verdicts, and the versions trained on them. */
export default function LearningPanel() {
  const { data, error, refetch } = useQuery(learningQuery);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <h2 className="font-display text-xl font-semibold tracking-[-0.01em]">Learning</h2>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <RunCard state={data} />
          <ExampleCards examples={data.examples} />
          <CategoriesCard categories={data.categories} />
          <VersionsCard versions={data.versions} />
        </>
      ) : (
        <Card className="py-4">
          <SkeletonRows rows={5} label="Loading what the AI has learned" />
        </Card>
      )}
    </div>
  );
}

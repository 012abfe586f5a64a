import { useQuery } from '@tanstack/react-query';
import { openRunStatuses, type LearningRun, type LearningState } from '#contract/learning.ts';
import { learningRunQuery, useLearn } from '#web/features/learning/api.ts';
import { runPercent, runText } from '#web/features/learning/texts.ts';
import { formatAgo } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/meter.tsx';

/** The progress or result of the latest training. */
function RunLine({ run }: { run: LearningRun }) {
  const text = runText(run);
  const open = openRunStatuses.includes(run.status);
  return (
    <div className="grid gap-2">
      <p role="status">
        {text}
        {!open && run.finishedAt && <span className="text-ink-2">, {formatAgo(run.finishedAt)}</span>}
      </p>
      {open && <Progress value={runPercent(run)} label={text} />}
    </div>
  );
}

/** The Learn Now button, with the progress of the training. */
export function RunCard({ state }: { state: LearningState }) {
  const { data } = useQuery(learningRunQuery);
  const learn = useLearn();
  const run = data?.run ?? null;
  const open = run !== null && openRunStatuses.includes(run.status);
  return (
    <Card className="grid gap-3 px-[18px] py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid max-w-[62ch] gap-1 text-ink-2">
          <p>
            The AI learns from findings that people confirmed, dismissed, corrected or added, and from photos without
            findings in approved areas. A new version is used only if it reads photos that it has not seen better.
          </p>
          <p>
            {state.nightly
              ? 'It learns every night when 20 photos or more are new.'
              : 'It learns only when an admin asks for it.'}
          </p>
        </div>
        <Button pending={learn.isPending} disabled={open || state.obstacle !== null} onClick={() => learn.mutate()}>
          Learn Now
        </Button>
      </div>
      {state.obstacle !== null && !open && <p>{state.obstacle}</p>}
      {run && <RunLine run={run} />}
    </Card>
  );
}

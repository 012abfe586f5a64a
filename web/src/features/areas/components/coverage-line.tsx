import { coverageText, missingEvidence, type Coverage } from '#contract/coverage.ts';

/** What a score is based on, or what is missing for one: goes beside every score. */
export function CoverageLine({ score, coverage }: { score: number | null; coverage: Coverage }) {
  const missing = missingEvidence(coverage);
  return (
    <>
      {score === null && missing && <span className="block">Not enough evidence: {missing} missing</span>}
      <span className="block">{coverageText(coverage)}</span>
    </>
  );
}

import type { Coverage } from '#contract/coverage.ts';
import { coverageDetails } from '#contract/coverage-details.ts';

/** The coverage of an area's score in full, or the evidence that is missing to calculate one. */
export const CoverageLines = ({ coverage }: { coverage: Coverage }) =>
  coverageDetails(coverage).map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));

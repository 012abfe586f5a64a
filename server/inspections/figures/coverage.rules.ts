import { noCoverage, type Coverage, type RequirementCounts, type RunCoverage } from '#contract/coverage.ts';

const sumOf = <Name extends string>(rows: readonly Record<Name, number>[], names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Record<
    Name,
    number
  >;

const countsOf = Object.keys(noCoverage) as (keyof Coverage)[];

/** The sum over several properties. */
export const sumOfCoverage = (properties: readonly RunCoverage[]): RunCoverage =>
  sumOf(properties, [...countsOf, 'areas', 'areasScored']);

/** The sum over a run's applicable areas, and the requirements that are about the whole property. */
export function coverageOfAreas(
  areas: readonly { coverage: Coverage; complianceScore: number | null }[],
  ofProperty: RequirementCounts,
): RunCoverage {
  const sum = sumOf(
    areas.map(({ coverage }) => coverage),
    countsOf,
  );
  return {
    ...sum,
    requirements: sum.requirements + ofProperty.requirements,
    requirementsMet: sum.requirementsMet + ofProperty.requirementsMet,
    areas: areas.length,
    areasScored: areas.filter(({ complianceScore }) => complianceScore !== null).length,
  };
}

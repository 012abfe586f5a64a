import { areaCodes, type AreaCode } from '#contract/area-codes.ts';
import { caseInputSchema, type InspectionCase } from '#contract/cases.ts';
import { addDays, utcDate } from '#contract/due-dates.ts';
import type { CaseStatesService } from '#server/cases/case-states.service.ts';
import type { CasesService } from '#server/cases/cases.service.ts';
import type { LinkingService } from '#server/properties/linking.service.ts';
import { required } from './required.ts';
import type { Actors } from './sample.accounts.ts';
import { reviewAreas, sampleCases, type SampleCase } from './sample.content.ts';

export interface CasesDeps {
  cases: CasesService;
  caseStates: CaseStatesService;
  linking: LinkingService;
}

const day = 24 * 60 * 60 * 1000;

/** The sample cases up to the point where inspections start. */
export function createSampleCases({ cases, caseStates, linking }: CasesDeps) {
  async function find({ fields }: SampleCase): Promise<InspectionCase | null> {
    const { cases: found } = await cases.listForAdmin({ q: fields.propertyName, sort: 'newest', limit: 50 });
    const isSame = (item: InspectionCase) =>
      item.propertyName === fields.propertyName && item.inspectionType === fields.inspectionType;
    return found.find(isSame) ?? null;
  }

  async function create(actors: Actors, sample: SampleCase): Promise<InspectionCase> {
    const owner = actors[sample.owner];
    const now = new Date();
    const input = caseInputSchema.parse({
      ...sample.fields,
      dueDate: addDays(utcDate(now), sample.dueInDays),
      ownerEmail: owner.user.email,
      ownerName: `${owner.user.firstName} ${owner.user.lastName}`,
    });
    // A case that is overdue today was opened when its date was still in the future.
    const openedAt = sample.dueInDays < 0 ? new Date(now.getTime() - 7 * day) : now;
    return cases.create(actors.admin, input, openedAt);
  }

  async function open(actors: Actors, sample: SampleCase): Promise<InspectionCase> {
    const { admin } = actors;
    const opened = (await find(sample)) ?? (await create(actors, sample));
    if (sample.stage === 'unlinked' || opened.status !== 'pending') return opened;
    if (sample.stage === 'cancelled') {
      return caseStates.changeStatus(admin, required(await cases.load(admin, opened.id), 'a case'), 'cancelled');
    }
    return (await linking.link(actors[sample.owner], opened.caseNumber)).case;
  }

  /** Completes the onboarding with the areas of which the property has pictures; the others are not applicable. */
  async function onboard(
    actors: Actors,
    { owner: key, stage }: SampleCase,
    opened: InspectionCase,
    areas: readonly AreaCode[],
  ): Promise<void> {
    if (opened.onboardingCompleted || opened.status !== 'pending') return;
    if (stage === 'linked' || stage === 'unlinked') return;
    const owner = actors[key];
    await cases.onboard(owner, required(await cases.load(owner, opened.id), 'a case'), {
      propertyConfirmed: true,
      checklist: ['Charged phone or tablet with a working camera'],
      notApplicableAreas: areaCodes.filter((code) => !areas.includes(code)),
    });
  }

  /** Opens and links the cases, before any picture is added. */
  async function prepare(actors: Actors): Promise<void> {
    for (const sample of sampleCases) {
      const opened = await open(actors, sample);
      await onboard(actors, sample, opened, sample.stage === 'under_review' ? reviewAreas : areaCodes);
    }
  }

  /** The content of the case at this stage, and the case that was created from it. */
  async function caseOfStage(stage: SampleCase['stage']): Promise<{ sample: SampleCase; found: InspectionCase }> {
    const sample = required(
      sampleCases.find((item) => item.stage === stage),
      stage,
    );
    return { sample, found: required(await find(sample), 'a case') };
  }

  return { prepare, caseOfStage };
}
export type SampleCases = ReturnType<typeof createSampleCases>;

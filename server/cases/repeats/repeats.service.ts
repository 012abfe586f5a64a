import type { z } from 'zod';
import type { RepeatInput } from '#contract/case-page.ts';
import type { caseInputSchema } from '#contract/cases.ts';
import { addDays, dayOfMonthOf, daysBetween, utcDate, type CalendarDate } from '#contract/due-dates.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { CaseRow } from '#server/schema/cases.tables.ts';
import { isErasedAddress } from '#server/users/erasure.rules.ts';
import { placeholderAddress } from '#server/users/users.rules.ts';
import { recordCaseEvent } from '../case-events.ts';
import type { CaseStatesService } from '../case-states.service.ts';
import { cannotRepeat, nextDateInThePast, openedAgainAlready, repeatsAlready, repeatsNot } from '../cases.errors.ts';
import * as cases from '../cases.repository.ts';
import { requirementsOf } from '../cases.rules.ts';
import type { CasesService } from '../cases.service.ts';
import * as repository from './repeats.repository.ts';
import { canRepeat, isOpeningDue, nextOpening } from './repeats.rules.ts';

export interface RepeatsService {
  /** Sets or changes the schedule on which the inspection of a case is opened again. */
  set(actor: Actor, target: Authorized<CaseRow>, input: RepeatInput): Promise<void>;
  stop(actor: Actor, target: Authorized<CaseRow>): Promise<void>;
  /** Opens the next case of each repeated inspection whose date has come. */
  openDue(now: Date): Promise<void>;
}

export function createRepeatsService(deps: {
  db: Database;
  changes: Changes;
  cases: CasesService;
  caseStates: CaseStatesService;
}): RepeatsService {
  const { db, changes, caseStates } = deps;

  async function openNext(change: Change, caseId: string, now: Date): Promise<void> {
    const row = await cases.lockById(change.tx, caseId);
    const repeat = await repository.findRepeat(change.tx, caseId);
    // Another process may have opened it, or an admin may have stopped the repeat, before the lock was taken.
    if (!repeat || !isOpeningDue(repeat, now)) return;
    const today = utcDate(now);
    const input = await nextInput(change, row, addDays(today, repeat.dueAfterDays));
    if (isErasedAddress(input.ownerEmail)) {
      await repository.deleteRepeat(change.tx, caseId);
      await recordCaseEvent(change, caseId, 'repeat_stopped', {}, { byServer: true });
      change.audit('case.repeat_stopped', 'case', caseId, { caseNumber: row.caseNumber, reason: 'owner erased' });
      return;
    }
    const opened = await deps.cases.open(change, { ...input, propertyId: row.propertyId }, now);
    await repository.updateRepeat(change.tx, caseId, { caseId: opened.id, nextOn: nextOpening(repeat, today) });
    const [before, after] = [namesOf(row), namesOf(opened)];
    await recordCaseEvent(change, row.id, 'opened_again', after, { byServer: true });
    await recordCaseEvent(change, opened.id, 'opened_from', before, { byServer: true });
    change.audit('case.opened_again', 'case', row.id, { caseNumber: row.caseNumber, next: after.caseNumber });
    await caseStates.sendChanged(change, row);
  }

  return {
    async set(actor, target, { everyMonths, dueAfterDays, nextOn }) {
      if (nextOn <= utcDate(new Date())) throw nextDateInThePast();
      await changes.run(actor.id, async (change) => {
        const row = await cases.lockById(change.tx, target.id);
        const before = await repository.findRepeat(change.tx, row.id);
        const openedAgain = await repository.hasOpenedAgain(change.tx, row.id);
        if (!canRepeat(row.status, before !== null, openedAgain))
          throw openedAgain ? openedAgainAlready() : cannotRepeat(row.status);
        const same = await repository.findSameRepeated(change.tx, row);
        if (same) throw repeatsAlready(same);
        // Changing only the number of months keeps the chosen day of the month, which nextOn may hide in a short month.
        const dayOfMonth = before?.nextOn === nextOn ? before.dayOfMonth : dayOfMonthOf(nextOn);
        const values = { everyMonths, dueAfterDays, nextOn, dayOfMonth, setById: actor.id };
        await repository.saveRepeat(change.tx, { caseId: row.id, ...values });
        const details = { everyMonths, dueAfterDays, until: nextOn };
        await recordCaseEvent(change, row.id, 'repeat_set', details);
        change.audit('case.repeat_set', 'case', row.id, { caseNumber: row.caseNumber, ...details });
        await caseStates.sendChanged(change, row);
      });
    },

    async stop(actor, target) {
      await changes.run(actor.id, async (change) => {
        const row = await cases.lockById(change.tx, target.id);
        if (!(await repository.deleteRepeat(change.tx, row.id))) throw repeatsNot();
        await recordCaseEvent(change, row.id, 'repeat_stopped');
        change.audit('case.repeat_stopped', 'case', row.id, { caseNumber: row.caseNumber });
        await caseStates.sendChanged(change, row);
      });
    },

    async openDue(now) {
      const failures: unknown[] = [];
      for (const { caseId, setById } of await repository.listDueBy(db, utcDate(now))) {
        // A failing case must not block the others.
        await changes
          .run(setById, (change) => openNext(change, caseId, now))
          .catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} cases could not be opened again`);
    },
  };
}

const namesOf = ({ id, caseNumber }: CaseRow) => ({ caseId: id, caseNumber });

/** The input of the next case: the requirements of the last one, with the current property and owner. */
async function nextInput(
  change: Change,
  row: CaseRow,
  dueDate: CalendarDate,
): Promise<z.output<typeof caseInputSchema>> {
  const found = await repository.findProperty(change.tx, row);
  const requirements = (await cases.listRequirements(change.tx, [row.id])).get(row.id) ?? [];
  const { inspectionType, notes } = row;
  // Requirements that were due some days before the case are due as many days before the next one, if that is not over.
  const later = daysBetween(row.dueDate, dueDate);
  const today = utcDate(new Date());
  const asked = {
    inspectionType,
    notes,
    dueDate,
    requirements: requirementsOf(row, requirements).map((requirement) => {
      const due = requirement.dueDate && addDays(requirement.dueDate, later);
      return { ...requirement, dueDate: due && due >= today && due <= dueDate ? due : null };
    }),
  };
  if (!found) {
    const { propertyName, propertyAddress, propertyCity, propertyState, propertyZipCode } = row;
    const place = { propertyName, propertyAddress, propertyCity, propertyState, propertyZipCode };
    const { propertyType, brandStandard, totalRooms, ownerEmail, ownerName } = row;
    return { ...asked, ...place, propertyType, brandStandard, totalRooms, ownerEmail, ownerName };
  }
  const { property, owner } = found;
  const reachable = owner !== null && owner.email !== placeholderAddress(owner.id);
  return {
    ...asked,
    propertyName: property.name,
    propertyAddress: property.address,
    propertyCity: property.city,
    propertyState: property.state,
    propertyZipCode: property.zipCode,
    propertyType: property.propertyType,
    brandStandard: property.brandStandard,
    totalRooms: property.totalRooms,
    ownerEmail: reachable ? owner.email : row.ownerEmail,
    ownerName: reachable ? [owner.firstName, owner.lastName].filter(Boolean).join(' ') || null : row.ownerName,
  };
}

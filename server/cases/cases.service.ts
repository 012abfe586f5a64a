import type { z } from 'zod';
import type { CaseArea } from '#contract/case-page.ts';
import type { caseInputSchema, InspectionCase, onboardingSchema } from '#contract/cases.ts';
import { earliestToday, isOverdue } from '#contract/due-dates.ts';
import type { Config } from '#server/config.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { lockQuota } from '#server/platform/database/quota-lock.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { CaseRow } from '#server/schema/cases.tables.ts';
import { emailVerified, sameAddress } from '#server/users/users.rules.ts';
import { createCaseViews, type CaseViews } from './case-views.ts';
import type { CaseStatesService } from './case-states.service.ts';
import {
  addressNotConfirmed,
  caseClosed,
  caseNumbersUsedUp,
  caseNumberUnknown,
  dueDateInThePast,
  requirementDueOutside,
  onlyOwnerOnboards,
  onboardingIsOver,
  tooManyToAddress,
  onboardingNeedsALink,
} from './cases.errors.ts';
import { recordStep } from './case-events.ts';
import { caseMail } from './cases.mails.ts';
import * as repository from './cases.repository.ts';
import { newCaseNumber, normalizeCaseNumber, requirementRows } from './cases.rules.ts';
import { aDayAgo } from '#server/users/quotas.rules.ts';

type CaseInput = z.output<typeof caseInputSchema>;

export interface CasesService extends Omit<CaseViews, 'viewOne'> {
  load(actor: Actor, id: string): Promise<Authorized<CaseRow> | null>;
  /** Like load, but only for the owner; an admin, who may read the case, gets a 403. */
  loadForOwner(actor: Actor, id: string): Promise<Authorized<CaseRow> | null>;
  /** Opens a case at `openedAt`, by default now. Throws 400 for a due date before that day. */
  create(actor: Actor, input: CaseInput, openedAt?: Date): Promise<InspectionCase>;
  /**
   * Opens a case as part of a change, of a property that is linked already if `propertyId` names it. The caller has
   * validated the input.
   */
  open(change: Change, input: CaseInput & { propertyId?: string | null }, openedAt?: Date): Promise<CaseRow>;
  /** The case with this number, if it was sent to the caller's address. Throws when it cannot be linked. */
  findToLink(actor: Actor, caseNumber: string): Promise<CaseRow>;
  /** The case's row, locked until the change is committed. */
  lock(change: Change, id: string): Promise<CaseRow>;
  /** Links a case to a property of the user who makes the change. */
  linkTo(change: Change, row: CaseRow, propertyId: string): Promise<InspectionCase>;
  onboard(actor: Actor, target: Authorized<CaseRow>, input: z.output<typeof onboardingSchema>): Promise<InspectionCase>;
  viewOne(target: Authorized<CaseRow>): Promise<InspectionCase>;
  /** The areas of the case's inspection, as its page shows them. */
  areasOf(target: Authorized<CaseRow>): Promise<CaseArea[]>;
  /** The answer for a case within a change. The caller has checked the access. */
  viewRow(db: Executor, row: CaseRow): Promise<InspectionCase>;
}

/** Draws random numbers until one is free, which fails only when nearly all numbers of a day are used. */
async function insertWithFreshNumber(
  change: Change,
  values: Omit<Parameters<typeof repository.insertCase>[1], 'caseNumber'>,
): Promise<CaseRow> {
  for (let tries = 0; tries < 20; tries += 1) {
    const row = await repository.insertCase(change.tx, {
      ...values,
      caseNumber: newCaseNumber(values.createdAt ?? new Date()),
    });
    if (row) return row;
  }
  throw caseNumbersUsedUp();
}

/** Counts the cases that an address got in the last 24 hours, of which no others can be opened until the commit. */
async function countSentToday(change: Change, email: string): Promise<number> {
  await lockQuota(change.tx, email.toLowerCase());
  return repository.countSentTo(change.tx, email, aDayAgo());
}

/** The part of a case that webhooks send. */
const eventDataOf = ({ id, caseNumber, propertyName, inspectionType, dueDate }: CaseRow) => ({
  case: { id, caseNumber, propertyName, inspectionType, dueDate },
});

/** Opens a case and notifies its owner. */
async function openWithin(
  change: Change,
  { notifications, caseStates }: { notifications: NotificationsService; caseStates: CaseStatesService },
  { propertyId = null, ...input }: CaseInput & { propertyId?: string | null },
  openedAt?: Date,
): Promise<CaseRow> {
  const row = await insertWithFreshNumber(change, {
    ...input,
    propertyId,
    requirements: input.requirements.map(({ text }) => text),
    totalRooms: input.totalRooms ?? null,
    createdByAdminId: change.userId,
    ...(openedAt ? { createdAt: openedAt } : {}),
  });
  await repository.insertRequirements(change.tx, requirementRows(row.id, input.requirements));
  await change.enqueue(caseMail, { caseId: row.id, what: 'created' });
  await notifications.notify(change, {
    userIds: [await caseStates.personOf(change.tx, row)],
    kind: 'case_created',
    title: `New inspection case for ${row.propertyName}`,
    body: propertyId
      ? `Confirm the details of the property to start (case ${row.caseNumber}).`
      : `Add the property with case number ${row.caseNumber} to start.`,
    link: `/inspection-setup?caseNumber=${row.caseNumber}`,
  });
  await caseStates.sendChanged(change, row);
  await change.publish('case.opened', row.id, eventDataOf(row));
  change.audit('case.created', 'case', row.id, { caseNumber: row.caseNumber, ownerEmail: row.ownerEmail });
  return row;
}

export function createCasesService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  limits: Limits;
  notifications: NotificationsService;
  caseStates: CaseStatesService;
}): CasesService {
  const { db, config, changes, limits, caseStates } = deps;
  const addressOf = (actor: Actor) => (emailVerified(config.mode, actor.user) ? actor.user.email : null);
  const views = createCaseViews({ db, addressOf });

  const isLinkedTo = async (actor: Actor, row: CaseRow) => (await repository.findLinkedOwnerId(db, row)) === actor.id;

  async function load(actor: Actor, id: string): Promise<Authorized<CaseRow> | null> {
    if (actor.isAdmin) {
      const row = await repository.findById(db, id);
      return row && authorize(row);
    }
    const own = await repository.findOwn(db, id, { id: actor.id, email: addressOf(actor) });
    return own && authorize(own);
  }

  return {
    list: views.list,
    listForAdmin: views.listForAdmin,
    countDueBefore: views.countDueBefore,
    ofProperties: views.ofProperties,
    viewOne: (target) => views.viewOne(db, target),
    viewRow: views.viewOne,
    areasOf: (target) => repository.listAreas(db, target),
    load,
    async loadForOwner(actor, id) {
      const row = await load(actor, id);
      if (row && actor.isAdmin && !(await isLinkedTo(actor, row))) throw onlyOwnerOnboards();
      return row;
    },

    async create(actor, input, openedAt) {
      if (isOverdue(input.dueDate, earliestToday(openedAt ?? new Date()))) throw dueDateInThePast();
      const outside = input.requirements.find(
        ({ dueDate: due }) =>
          due !== null && (due > input.dueDate || isOverdue(due, earliestToday(openedAt ?? new Date()))),
      );
      if (outside) throw requirementDueOutside(outside.text);
      return changes.run(actor.id, async (change) => {
        if ((await countSentToday(change, input.ownerEmail)) >= config.casesPerAddress) throw tooManyToAddress();
        return views.viewOne(change.tx, await openWithin(change, deps, input, openedAt));
      });
    },
    open: (change, input, openedAt) => openWithin(change, deps, input, openedAt),

    async findToLink(actor, caseNumber) {
      await limits.linking.consume(actor.id);
      const address = addressOf(actor);
      if (address === null) throw addressNotConfirmed();
      const row = await repository.findByNumber(db, normalizeCaseNumber(caseNumber));
      // An owner who has another address since the case was linked still opens it from its mails.
      if (!row || !(sameAddress(row.ownerEmail, address) || (await isLinkedTo(actor, row)))) throw caseNumberUnknown();
      if (row.status === 'cancelled' || row.status === 'expired') throw caseClosed(row.caseNumber, row.status);
      return row;
    },

    lock: (change, id) => repository.lockById(change.tx, id),

    async linkTo(change, row, propertyId) {
      if (row.propertyId === propertyId) return views.viewOne(change.tx, row);
      const linked = await repository.updateCase(change.tx, row.id, { propertyId });
      await recordStep(change, 'linked', row, { propertyId });
      await caseStates.sendChanged(change, linked);
      return views.viewOne(change.tx, linked);
    },

    async onboard(actor, target, { checklist, notApplicableAreas }) {
      return changes.run(actor.id, async (change) => {
        // Under a lock, because the owner may be removing the property from the profile at this moment.
        if ((await repository.lockLinkedOwnerId(change.tx, target)) !== actor.id) throw onboardingNeedsALink();
        const row = await repository.updatePending(change.tx, target.id, {
          onboardingCompleted: true,
          onboardingChecklist: checklist,
          notApplicableAreas,
        });
        if (!row) throw onboardingIsOver(target.status);
        await recordStep(change, 'onboarded', row, { checklist, notApplicableAreas });
        await caseStates.sendChanged(change, row);
        return views.viewOne(change.tx, row);
      });
    },
  };
}

import type { InspectionCase } from '#contract/cases.ts';
import type { Property } from '#contract/properties.ts';
import type { CasesService } from '#server/cases/cases.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { CaseRow } from '#server/schema/cases.tables.ts';
import type { PropertyRow } from '#server/schema/properties.tables.ts';
import { propertyLinkedToSomebodyElse } from './properties.errors.ts';
import * as repository from './properties.repository.ts';
import { toProperty } from './properties.rules.ts';

export interface LinkingService {
  /** Links the property of a case to the caller, provided that the case was sent to the caller's address. */
  link(actor: Actor, caseNumber: string): Promise<{ case: InspectionCase; property: Property }>;
}

/** The property fields of a case. */
const describedBy = (row: CaseRow) => ({
  name: row.propertyName,
  address: row.propertyAddress,
  city: row.propertyCity,
  state: row.propertyState,
  zipCode: row.propertyZipCode,
  propertyType: row.propertyType,
  brandStandard: row.brandStandard,
  totalRooms: row.totalRooms,
});

/**
 * The property of a case, linked to its owner: the one that the case already has, an existing one of the owner with the
 * same data, or a new one. Throws 409 when it is linked to another user.
 */
async function propertyFor(change: Change, row: CaseRow): Promise<PropertyRow> {
  const { tx, userId } = change;
  const described = describedBy(row);
  const existing = row.propertyId
    ? await repository.lockById(tx, row.propertyId)
    : await repository.lockDescribed(tx, userId, described);
  if (!existing) {
    const created = await repository.insertProperty(tx, { ...described, userId });
    change.audit('property.created', 'property', created.id, { name: created.name, caseNumber: row.caseNumber });
    return created;
  }
  if (existing.userId === userId) return existing;
  if (existing.userId) throw propertyLinkedToSomebodyElse();
  const linked = await repository.updateOwner(tx, existing.id, userId);
  change.audit('property.linked', 'property', linked.id, { name: linked.name });
  return linked;
}

export function createLinkingService(deps: { changes: Changes; cases: CasesService }): LinkingService {
  const { changes, cases } = deps;
  return {
    async link(actor, caseNumber) {
      const { id, propertyId } = await cases.findToLink(actor, caseNumber);
      return changes.run(actor.id, async (change) => {
        // Before the case, in the order of every change that locks both.
        if (propertyId) await repository.lockById(change.tx, propertyId);
        const row = await cases.lock(change, id);
        const property = await propertyFor(change, row);
        return { case: await cases.linkTo(change, row, property.id), property: toProperty(property) };
      });
    },
  };
}

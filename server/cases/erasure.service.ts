import { textsOf, textWithout, valueWithout, type NamedPerson } from '#server/platform/audit/person.rules.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import { erasedAddress } from '#server/users/erasure.rules.ts';
import * as repository from './erasure.repository.ts';
import { updateCase } from './cases.repository.ts';

/** Erases users from cases. */
export interface CaseErasureService {
  /** Keeps the cases, but removes the owner's name and address from them. */
  erasePerson(change: Change, person: NamedPerson): Promise<void>;
}

export const createCaseErasureService = (): CaseErasureService => ({
  async erasePerson(change, person) {
    for (const { id, notes } of await repository.listCasesOf(change.tx, person.id, person.addresses)) {
      await updateCase(change.tx, id, {
        ownerEmail: erasedAddress(person.id),
        ownerName: null,
        notes: notes && textWithout(notes, person),
      });
    }
    for (const { id, details } of await repository.listEventsNaming(change.tx, textsOf(person)))
      await repository.updateEventDetails(change.tx, id, valueWithout(details, person));
  },
});

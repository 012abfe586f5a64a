import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import * as repository from './erasure.repository.ts';

/** Erases users from cases. */
export interface CaseErasureService {
  /** The person with the other addresses to which the cases of their properties were sent. */
  withFormerAddresses(change: Change, person: NamedPerson): Promise<NamedPerson>;
  /** Keeps the cases, but removes the owner's name and address from them. */
  erasePerson(change: Change, person: NamedPerson): Promise<void>;
}

export const createCaseErasureService = (): CaseErasureService => ({
  withFormerAddresses: async (change, person) => ({
    ...person,
    formerAddresses: await repository.listAddressesOf(change.tx, person),
  }),
  erasePerson: (change, person) => repository.updateToErased(change.tx, person),
});

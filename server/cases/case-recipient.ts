import type { Language } from '#contract/language.ts';
import type { Executor } from '#server/platform/database/types.ts';
import type { CaseRow } from '#server/schema/cases.tables.ts';
import type { AddressesService } from '#server/users/accounts/addresses.service.ts';
import { placeholderAddress, sameAddress } from '#server/users/users.rules.ts';
import * as repository from './cases.repository.ts';

/** To whom the mails about a case are addressed; `account` is null for a person who has none yet. */
export interface CaseRecipient {
  email: string;
  name: string;
  account: { language: Language | null } | null;
}

/**
 * The owner of the case's property, at the address that the account has now: the one to which the case was sent may have
 * become somebody else's. Until the case is linked, whoever has that address. Null when nobody can be reached.
 */
export async function findRecipient(
  db: Executor,
  addresses: Pick<AddressesService, 'findOwner'>,
  row: CaseRow,
): Promise<CaseRecipient | null> {
  const ownerId = await repository.findLinkedOwnerId(db, row);
  const owner = ownerId && (await repository.findMailReceiver(db, ownerId));
  const holder = await addresses.findOwner(db, row.ownerEmail);
  const asSent = { email: row.ownerEmail, name: row.ownerName ?? '' };
  if (!owner) return { ...asSent, account: holder };
  const account = { language: owner.language };
  if (sameAddress(owner.email, row.ownerEmail)) return { ...asSent, account };
  if (owner.email !== placeholderAddress(ownerId)) return { email: owner.email, name: owner.name, account };
  return holder ? null : { ...asSent, account };
}

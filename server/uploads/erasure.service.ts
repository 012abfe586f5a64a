import type { TextErasure } from '#server/users/erasure.rules.ts';
import { updateToErased } from './erasure.repository.ts';

export const createUploadsErasure = (): TextErasure => ({
  erasePerson: (change, person) => updateToErased(change.tx, person),
});

import type { Config } from '#server/config.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { UserRow } from '#server/schema/users.tables.ts';
import { countPasskeys } from '../passkeys/passkeys.repository.ts';
import { deleteRecoveryCodes, findFactor } from './second-factor.repository.ts';
import { lastSecondFactor } from '../users.errors.ts';
import * as users from '../users.repository.ts';
import { needsSecondFactor } from '../users.rules.ts';

/**
 * Call after a user removed an app or a passkey from a locked account: without any other second factor, the password
 * alone signs in again. Throws 409 for admins who must have one.
 */
export async function afterRemovedFactor(change: Change, config: Config, user: UserRow): Promise<void> {
  const left = (await findFactor(change.tx, user.id)) !== null || (await countPasskeys(change.tx, user.id)) > 0;
  if (left) return;
  if (needsSecondFactor(config, user)) throw lastSecondFactor();
  await deleteRecoveryCodes(change.tx, user.id);
  await users.updateUser(change.tx, user.id, { secondFactorAt: null });
}

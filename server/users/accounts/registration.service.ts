import type { z } from 'zod';
import type { registerSchema } from '#contract/users.ts';
import type { Config } from '#server/config.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import type { Passwords } from '#server/platform/auth/passwords.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { UserRow } from '#server/schema/users.tables.ts';
import type { AddressesService } from './addresses.service.ts';
import type { InvitationsService } from './invitations.service.ts';
import type { SignedIn, SignInService } from '../sign-in/sign-in.service.ts';
import { isEasilyGuessed } from '../passwords/passwords.rules.ts';
import {
  emailTaken,
  invitationRequired,
  passwordGuessedFirst,
  usernameAndEmailTaken,
  usernameTaken,
} from '../users.errors.ts';
import * as repository from '../users.repository.ts';
import { placeholderAddress } from '../users.rules.ts';

export interface RegistrationService {
  /** Creates an account and signs it in. */
  register(input: z.output<typeof registerSchema>, clientAddress: string, previous: Actor | null): Promise<SignedIn>;
}

type NewUser = Omit<Parameters<typeof repository.insertUser>[1], 'email'> & { id: string };

export function createRegistrationService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  limits: Limits;
  passwords: Passwords;
  addresses: AddressesService;
  invitations: InvitationsService;
  signIn: SignInService;
}): RegistrationService {
  const { db, config, changes, limits, passwords, addresses, invitations, signIn } = deps;
  const inProduction = config.mode === 'production';

  async function requireFree(username: string, email: string): Promise<void> {
    const isNameTaken = await repository.isUsernameTaken(db, username);
    const isAddressTaken = (await addresses.findOwner(db, email)) !== null;
    if (isNameTaken && isAddressTaken) throw usernameAndEmailTaken();
    if (isNameTaken) throw usernameTaken();
    if (isAddressTaken) throw emailTaken();
  }

  /** Stores an account whose address is not confirmed yet. */
  async function insertUnconfirmed(change: Change, values: NewUser, email: string): Promise<UserRow> {
    const user = await repository.insertUser(change.tx, { ...values, email: placeholderAddress(values.id) });
    return addresses.setPending(change, user, email);
  }

  /** Stores the account of an invited user, who has proven the address through the invitation. */
  async function insertInvited(change: Change, values: NewUser, email: string, token: string): Promise<UserRow> {
    await invitations.redeem(change, token, email);
    // Anyone can read the outbox of evaluation mode, so nothing in it may prove an address or grant a right in
    // production.
    if (!inProduction) return repository.insertUser(change.tx, { ...values, email });
    await addresses.release(change, email);
    const proven = { adminGranted: true, emailVerifiedAt: new Date() };
    return repository.insertUser(change.tx, { ...values, ...proven, email });
  }

  return {
    async register(input, clientAddress, previous) {
      await limits.signUp.consume(clientAddress);
      const { password, invitation, email, role, ...profile } = input;
      if (inProduction && role === 'admin' && !invitation) throw invitationRequired();
      if (isEasilyGuessed(password, input)) throw passwordGuessedFirst();
      await requireFree(input.username, email);
      const id = crypto.randomUUID();
      const values = {
        ...profile,
        id,
        lastSignInAt: new Date(),
        role: invitation ? ('admin' as const) : role,
        password: await passwords.hash(password),
      };
      return changes.run(id, async (change) => {
        const user = invitation
          ? await insertInvited(change, values, email, invitation)
          : await insertUnconfirmed(change, values, email);
        change.audit('user.registered', 'user', id, { role: user.role, invited: invitation !== undefined });
        return signIn.open(change, user, false, previous);
      });
    },
  };
}

import type { z } from 'zod';
import { maxApiKeys, type AccountApiKey, type apiKeyInputSchema } from '#contract/api-keys.ts';
import type { Config } from '#server/config.ts';
import { clientNetwork } from '#server/platform/auth/client-network.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import { hashToken } from '#server/platform/auth/tokens.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import { apiKeyRefused, notSignedIn } from '#server/platform/http/http.errors.ts';
import type { Page } from '#server/platform/http/page.ts';
import { nameClient } from '#server/platform/http/request-client.ts';
import type { ApiKeyRow } from '#server/schema/keys.tables.ts';
import { sendAccountNotice } from '../accounts/account-notices.ts';
import { findSessionOf } from '../sign-in/sessions.repository.ts';
import * as repository from './api-keys.repository.ts';
import { isValidKey, newApiKey, prefixOf, toApiKey, lastUseWriteInterval } from './api-keys.rules.ts';
import { apiKeyNotFound, proofNeeded, tooManyApiKeys } from '../users.errors.ts';
import * as users from '../users.repository.ts';
import { actsAsAdmin, mustSetUpSecondFactor, needsProof } from '../users.rules.ts';

/** Keys with which programs call the API on behalf of a user. */
export interface ApiKeysService {
  /**
   * Resolves a key to its user. Throws 401 for a key that is unknown, expired or of a disabled account, and 429 for too
   * many calls.
   */
  resolve(key: string, address: string): Promise<Actor>;
  /** Whether a key with this id may still be used. */
  isAlive(id: string): Promise<boolean>;
  list(actor: Actor): Promise<ApiKeyRow[]>;
  /** Creates a key, of which only the hash is stored. Throws 403 without recent re-authentication. */
  create(actor: Actor, input: z.output<typeof apiKeyInputSchema>): Promise<{ row: ApiKeyRow; key: string }>;
  /** A key of the caller. */
  find(actor: Actor, id: string): Promise<Authorized<ApiKeyRow> | null>;
  /** A key of any user, for admins. */
  findAny(actor: Actor, id: string): Promise<Authorized<ApiKeyRow> | null>;
  listAll(page: { limit: number; cursor?: string | undefined }): Promise<Page<AccountApiKey>>;
  revoke(actor: Actor, key: Authorized<ApiKeyRow>): Promise<void>;
  /** The number of an account's keys that still work. */
  countValidOf(change: Change, userId: string): Promise<number>;
  /** Revokes every key of an account. */
  revokeAllOf(change: Change, userId: string): Promise<void>;
}

interface Deps {
  db: Database;
  config: Config;
  changes: Changes;
  limits: Limits;
}

async function recordUse(db: Database, row: ApiKeyRow, network: string): Promise<void> {
  const isRecent = row.lastUsedAt && Date.now() - row.lastUsedAt.getTime() < lastUseWriteInterval;
  if (isRecent && row.lastUsedFrom === network) return;
  await repository.updateApiKey(db, row.id, { lastUsedAt: new Date(), lastUsedFrom: network });
}

const resolver =
  ({ db, config, limits }: Deps): ApiKeysService['resolve'] =>
  async (key, address) => {
    const network = clientNetwork(address);
    const prefix = prefixOf(key);
    const found = prefix ? await repository.findByPrefix(db, prefix) : null;
    if (!isValidKey(found?.key ?? null, key, Date.now()) || !found) {
      await limits.wrongApiKey.consume(network);
      throw apiKeyRefused();
    }
    const { key: row } = found;
    await limits.apiKey.consume(row.id);
    await recordUse(db, row, network);
    nameClient(`API key ${row.prefix}`);
    const user = { ...found.user, role: row.role };
    return {
      id: user.id,
      user,
      isAdmin: actsAsAdmin(config.mode, user),
      mustSetUpSecondFactor: mustSetUpSecondFactor(config, user),
      // A key never counts as recent re-authentication.
      session: { id: row.id, provenAt: null },
      keyScopes: row.scopes,
    };
  };

export function createApiKeysService(deps: Deps): ApiKeysService {
  const { db, config, changes } = deps;
  return {
    resolve: resolver(deps),
    isAlive: async (id) => ((await repository.findApiKey(db, id))?.expiresAt.getTime() ?? 0) > Date.now(),
    list: (actor) => repository.listApiKeysOf(db, actor.id),

    async create(actor, { name, scopes, days }) {
      if (needsProof(actor.session)) throw proofNeeded();
      const { prefix, key } = newApiKey();
      const row = await changes.run(actor.id, async (change) => {
        const user = await users.lockById(change.tx, actor.id);
        // A new password or a disabled account ended the session meanwhile, and revoked the keys that there were.
        if (!(await findSessionOf(change.tx, actor.id, actor.session.id))) throw notSignedIn();
        if ((await repository.countApiKeysOf(change.tx, actor.id)) >= maxApiKeys) throw tooManyApiKeys();
        const inserted = await repository.insertApiKey(change.tx, {
          userId: actor.id,
          name,
          prefix,
          keyHash: hashToken(key),
          scopes,
          role: actor.isAdmin ? 'admin' : 'property',
          expiresAt: new Date(Date.now() + days * 86_400_000),
        });
        change.audit('api_key.created', 'api_key', inserted.id, { name, prefix, scopes });
        await sendAccountNotice(change, config.mode, user, 'api_key_created');
        return inserted;
      });
      return { row, key };
    },

    async find(actor, id) {
      const row = await repository.findApiKey(db, id);
      return row && row.userId === actor.id ? authorize(row) : null;
    },

    async findAny(_actor, id) {
      const row = await repository.findApiKey(db, id);
      return row && authorize(row);
    },

    async listAll(page) {
      const { rows, nextCursor } = await repository.listAllApiKeys(db, page);
      const names = await users.listNames(
        db,
        rows.map(({ userId }) => userId),
      );
      return {
        rows: rows.map((row) => ({
          ...toApiKey(row),
          owner: { id: row.userId, name: names.get(row.userId) ?? row.userId },
        })),
        nextCursor,
      };
    },

    revoke: (actor, { id, name, prefix, userId }) =>
      changes.run(actor.id, async (change) => {
        if (!(await repository.deleteApiKey(change.tx, id))) throw apiKeyNotFound();
        change.audit('api_key.revoked', 'api_key', id, { name, prefix });
        const owner = userId === actor.id ? null : await users.findById(change.tx, userId);
        if (owner) await sendAccountNotice(change, config.mode, owner, 'api_key_revoked');
      }),

    countValidOf: ({ tx }, userId) => repository.countValidApiKeysOf(tx, userId),

    async revokeAllOf(change, userId) {
      for (const { id, name, prefix } of await repository.deleteApiKeysOf(change.tx, userId)) {
        change.audit('api_key.revoked', 'api_key', id, { name, prefix });
      }
    },
  };
}

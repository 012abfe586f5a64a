import type { z } from 'zod';
import type { propertyInputSchema, PropertyListItem, propertyPatchSchema } from '#contract/properties.ts';
import type { Config } from '#server/config.ts';
import type { CasesService } from '#server/cases/cases.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import { lockQuota } from '#server/platform/database/quota-lock.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { Page } from '#server/platform/http/page.ts';
import { createTurns } from '#server/platform/turns.ts';
import type { PropertyRow } from '#server/schema/properties.tables.ts';
import {
  propertyChangedMeanwhile,
  propertyNoLongerYours,
  propertyUnderInspection,
  tooManyProperties,
  tooManyPropertiesToday,
} from './properties.errors.ts';
import * as repository from './properties.repository.ts';
import { canStart, isLocked, toProperty } from './properties.rules.ts';
import { aDayAgo, quotasOf } from '#server/users/quotas.rules.ts';

export interface PropertiesService {
  load(actor: Actor, id: string): Promise<Authorized<PropertyRow> | null>;
  list(actor: Actor, query: { limit: number; cursor?: string; q?: string }): Promise<Page<PropertyListItem>>;
  view(actor: Actor, target: Authorized<PropertyRow>): Promise<PropertyListItem>;
  /** Throws 409 for too many properties, and 429 for too many in a day. */
  create(actor: Actor, input: z.output<typeof propertyInputSchema>): Promise<PropertyRow>;
  update(
    actor: Actor,
    target: Authorized<PropertyRow>,
    input: z.output<typeof propertyPatchSchema>,
  ): Promise<PropertyRow>;
  unlink(actor: Actor, target: Authorized<PropertyRow>): Promise<void>;
}

export function createPropertiesService(deps: {
  db: Database;
  changes: Changes;
  cases: CasesService;
  config: Config;
}): PropertiesService {
  const { db, config, changes, cases } = deps;
  const oneByOne = createTurns();
  const ownerFilter = (actor: Actor) => (actor.isAdmin ? undefined : actor.id);

  async function viewAll(actor: Actor, rows: PropertyRow[]): Promise<PropertyListItem[]> {
    const ids = rows.map((row) => row.id);
    const [casesById, begun] = [await cases.ofProperties(db, ids), await repository.listIdsWithProgress(db, ids)];
    return rows.map((row) => {
      const own = casesById.get(row.id) ?? [];
      const mine = row.userId === actor.id;
      const free = mine && !isLocked(own);
      return {
        ...toProperty(row),
        // Cases in progress stay on the card until they are decided.
        pendingCases: own.filter((item) => item.status === 'pending' || item.status === 'in_progress'),
        hasProgress: begun.has(row.id),
        abilities: { edit: free, delete: free, startInspection: mine && canStart(own) },
      };
    });
  }

  /** Under a lock, because the owner may be confirming the property for a case, or starting its inspection, at this moment. */
  async function requireFree({ tx }: Change, { id }: Authorized<PropertyRow>): Promise<void> {
    await repository.lockById(tx, id);
    if (isLocked((await cases.ofProperties(tx, [id])).get(id) ?? [])) throw propertyUnderInspection();
  }

  return {
    async load(actor, id) {
      const row = await repository.findById(db, id, ownerFilter(actor));
      return row && authorize(row);
    },
    async list(actor, query) {
      const page = await repository.listPage(db, ownerFilter(actor), query);
      return { rows: await viewAll(actor, page.rows), nextCursor: page.nextCursor };
    },
    view: async (actor, target) => expectOne(await viewAll(actor, [target])),
    create: (actor, input) =>
      oneByOne(actor.id, () =>
        changes.run(actor.id, async (change) => {
          await lockQuota(change.tx, actor.id);
          const quotas = quotasOf(config, actor.user);
          if ((await repository.countByOwner(change.tx, actor.id)) >= quotas.properties)
            throw tooManyProperties(quotas.properties);
          if ((await repository.countAdded(change.tx, actor.id, aDayAgo())) >= quotas.propertiesPerDay)
            throw tooManyPropertiesToday(quotas.propertiesPerDay);
          const values = { ...input, totalRooms: input.totalRooms ?? null, userId: actor.id, addedBy: actor.id };
          const row = await repository.insertProperty(change.tx, values);
          change.audit('property.created', 'property', row.id, { name: row.name });
          return row;
        }),
      ),
    async update(actor, target, input) {
      return changes.run(actor.id, async (change) => {
        await requireFree(change, target);
        const row = await repository.updateUnchanged(change.tx, target, input);
        if (!row) throw propertyChangedMeanwhile();
        change.audit('property.changed', 'property', row.id, { fields: Object.keys(input) });
        return row;
      });
    },
    async unlink(actor, target) {
      await changes.run(actor.id, async (change) => {
        await requireFree(change, target);
        if (!(await repository.updateToOwnerless(change.tx, target.id, actor.id))) throw propertyNoLongerYours();
        change.audit('property.unlinked', 'property', target.id, { name: target.name });
      });
    },
  };
}

import { and, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { propertyInputSchema, PropertyListItem, propertyPatchSchema } from '#contract/properties.ts';
import { casesOfProperties } from '#server/cases/cases.service.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import { only } from '#server/platform/database/first.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import { afterCursor, toPage, type Page } from '#server/platform/http/page.ts';
import { conflict, forbidden } from '#server/platform/http/problem.ts';
import { activeRunsOf } from '#server/runs/runs.service.ts';
import { canStart, isLocked, toProperty } from './properties.rules.ts';
import { properties, type PropertyRow } from './properties.tables.ts';

export interface PropertiesService {
  load(actor: Actor, id: string): Promise<Authorized<PropertyRow> | null>;
  list(actor: Actor, query: { limit: number; cursor?: string }): Promise<Page<PropertyListItem>>;
  view(actor: Actor, target: Authorized<PropertyRow>): Promise<PropertyListItem>;
  create(actor: Actor, input: z.output<typeof propertyInputSchema>): Promise<PropertyRow>;
  update(
    actor: Actor,
    target: Authorized<PropertyRow>,
    input: z.output<typeof propertyPatchSchema>,
  ): Promise<PropertyRow>;
  unlink(actor: Actor, target: Authorized<PropertyRow>): Promise<void>;
}

export function createPropertiesService(deps: { db: Database; changes: Changes }): PropertiesService {
  const { db, changes } = deps;

  async function viewAll(actor: Actor, rows: PropertyRow[]): Promise<PropertyListItem[]> {
    const ids = rows.map((row) => row.id);
    const [cases, runs] = [await casesOfProperties(db, ids), await activeRunsOf(db, ids)];
    return rows.map((row) => {
      const own = cases.get(row.id) ?? [];
      const mine = row.userId === actor.id;
      const free = mine && !isLocked(own);
      return {
        ...toProperty(row),
        // Cases in progress stay on the card until they are decided.
        pendingCases: own.filter((item) => item.status === 'pending' || item.status === 'in_progress'),
        hasProgress: runs.get(row.id)?.hasProgress ?? false,
        abilities: { edit: free, delete: free, startInspection: mine && canStart(own) },
      };
    });
  }

  async function requireFree(actor: Actor, target: Authorized<PropertyRow>, verb: 'update' | 'delete'): Promise<void> {
    if (target.userId !== actor.id) throw forbidden(`You don't have permission to ${verb} this property.`);
    const own = (await casesOfProperties(db, [target.id])).get(target.id) ?? [];
    if (isLocked(own)) throw conflict('The property has a case under way and cannot be changed or removed now');
  }

  return {
    async load(actor, id) {
      const owner = actor.isAdmin ? undefined : eq(properties.userId, actor.id);
      const [row] = await db
        .select()
        .from(properties)
        .where(and(eq(properties.id, id), owner))
        .limit(1);
      return row ? authorize(row) : null;
    },
    async list(actor, { limit, cursor }) {
      const owner = actor.isAdmin ? undefined : eq(properties.userId, actor.id);
      const rows = await db
        .select()
        .from(properties)
        .where(and(owner, afterCursor(cursor, properties.createdAt, properties.id)))
        .orderBy(desc(properties.createdAt), desc(properties.id))
        .limit(limit + 1);
      const page = toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
      return { rows: await viewAll(actor, page.rows), nextCursor: page.nextCursor };
    },
    view: async (actor, target) => only(await viewAll(actor, [target])),
    create: (actor, input) =>
      changes.run(actor.id, async (change) => {
        const row = only(
          await change.tx
            .insert(properties)
            .values({ ...input, totalRooms: input.totalRooms ?? null, userId: actor.id })
            .returning(),
        );
        change.audit('property.created', 'property', row.id, { name: row.name });
        return row;
      }),
    async update(actor, target, input) {
      await requireFree(actor, target, 'update');
      return changes.run(actor.id, async (change) => {
        const [row] = await change.tx
          .update(properties)
          .set({ ...input, updatedAt: sql`greatest(now(), ${properties.updatedAt} + interval '1 millisecond')` })
          .where(and(eq(properties.id, target.id), eq(properties.updatedAt, target.updatedAt)))
          .returning();
        if (!row) throw conflict('The property was changed at the same moment. Reload and try again');
        change.audit('property.changed', 'property', row.id, { fields: Object.keys(input) });
        return row;
      });
    },
    async unlink(actor, target) {
      await requireFree(actor, target, 'delete');
      await changes.run(actor.id, async (change) => {
        const rows = await change.tx
          .update(properties)
          .set({ userId: null, updatedAt: new Date() })
          .where(and(eq(properties.id, target.id), eq(properties.userId, actor.id)))
          .returning({ id: properties.id });
        if (rows.length === 0) throw conflict('The property is no longer in your profile');
        change.audit('property.unlinked', 'property', target.id, { name: target.name });
      });
    },
  };
}

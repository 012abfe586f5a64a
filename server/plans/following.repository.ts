import { alias } from 'drizzle-orm/pg-core';
import { eq, inArray, or, sql } from 'drizzle-orm';
import { isAnyOf } from '#server/platform/database/any-of.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { pipItemFindings, pipItems } from '#server/schema/plans.tables.ts';
import type { FollowedItem } from './following.rules.ts';

/** The items that have one of these findings, or another finding of the same defect. */
async function listItemIds(db: Executor, findingIds: readonly string[]): Promise<string[]> {
  const defects = db
    .select({ id: sql<string>`coalesce(${findings.mergedInto}, ${findings.id})` })
    .from(findings)
    .where(isAnyOf(findings.id, findingIds));
  const same = db
    .select({ id: findings.id })
    .from(findings)
    .where(or(inArray(findings.id, defects), inArray(findings.mergedInto, defects)));
  const first = db.select({ id: pipItems.id }).from(pipItems).where(inArray(pipItems.issueId, same));
  const further = db
    .select({ id: pipItemFindings.itemId })
    .from(pipItemFindings)
    .where(inArray(pipItemFindings.findingId, same));
  return (await first.union(further)).map(({ id }) => id);
}

/** The items with their findings, and the defects that these show. */
async function listFollowed(db: Executor, itemIds: readonly string[]): Promise<FollowedItem[]> {
  const primary = alias(findings, 'primary_finding');
  const rows = await db
    .select({
      item: {
        id: pipItems.id,
        status: pipItems.status,
        addedBy: pipItems.addedBy,
        createdAt: pipItems.createdAt,
        noLongerNeeded: pipItems.noLongerNeeded,
      },
      finding: { id: findings.id, defect: primary.id, status: primary.status },
    })
    .from(pipItems)
    .leftJoin(pipItemFindings, eq(pipItemFindings.itemId, pipItems.id))
    .leftJoin(findings, or(eq(findings.id, pipItems.issueId), eq(findings.id, pipItemFindings.findingId)))
    .leftJoin(primary, eq(primary.id, sql`coalesce(${findings.mergedInto}, ${findings.id})`))
    .where(isAnyOf(pipItems.id, itemIds));
  return [...Map.groupBy(rows, ({ item }) => item.id).values()].flatMap((group) => {
    const [first] = group;
    const own = new Map(
      group.flatMap(({ finding }) =>
        finding.id !== null && finding.defect !== null && finding.status !== null
          ? [[finding.id, { id: finding.id, defect: finding.defect, status: finding.status }] as const]
          : [],
      ),
    );
    return first ? [{ ...first.item, findings: [...own.values()] }] : [];
  });
}

/** The items that have one of these findings or the same defect, and those that share another defect with them. */
export async function listItemsOfDefects(db: Executor, findingIds: readonly string[], itemIds: readonly string[] = []) {
  const near = [...new Set([...itemIds, ...(findingIds.length > 0 ? await listItemIds(db, findingIds) : [])])];
  if (near.length === 0) return [];
  const theirs = (await listFollowed(db, near)).flatMap((item) => item.findings.map(({ id }) => id));
  return listFollowed(db, [...new Set([...near, ...(theirs.length > 0 ? await listItemIds(db, theirs) : [])])]);
}

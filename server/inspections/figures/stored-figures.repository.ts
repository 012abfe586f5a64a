import { and, eq, lt, sql } from 'drizzle-orm';
import { scoringVersion } from '#server/analysis/scoring.rules.ts';
import { encodedRow, placesOf, type Write } from '#server/platform/database/one-statement.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { scopeFigures } from '#server/schema/figures.tables.ts';
import type { Figures } from './figures.rules.ts';

type Row = typeof scopeFigures.$inferSelect;

export const toFigures = ({ scopeId: _id, version: _version, ...row }: Row): Figures => {
  const { lastEvidenceAt, openFindings, openCritical, openHigh, openMedium, openLow, ...rest } = row;
  const { worst, score, ...coverage } = rest;
  const openOf = { critical: openCritical, high: openHigh, medium: openMedium, low: openLow };
  const { photos: photoCount, pendingPhotos } = coverage;
  return { photoCount, pendingPhotos, lastEvidenceAt, openFindings, openOf, coverage, worst, score };
};

/** Stored figures that are up to date, by the id of the area session or inspection. */
export async function listCurrent(db: Executor, scopeIds: string[]): Promise<Map<string, Figures>> {
  if (scopeIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(scopeFigures)
    .where(
      and(
        sql`${scopeFigures.scopeId} = any(${`{${scopeIds.join(',')}}`}::uuid[])`,
        eq(scopeFigures.version, scoringVersion),
      ),
    );
  return new Map(rows.map((row) => [row.scopeId, toFigures(row)]));
}

/**
 * Locks the stored figures of a scope until the commit, so that no change of its rows falls between counting and
 * storing.
 */
export async function lock(tx: Executor, scopeId: string): Promise<void> {
  await tx
    .select({ id: scopeFigures.scopeId })
    .from(scopeFigures)
    .where(eq(scopeFigures.scopeId, scopeId))
    .for('update');
}

/** Locks and lists a batch of outdated figures, skipping those that another transaction has locked. */
export async function lockOutdated(tx: Executor, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: scopeFigures.scopeId })
    .from(scopeFigures)
    .where(lt(scopeFigures.version, scoringVersion))
    .limit(limit)
    .for('update', { skipLocked: true });
  return rows.map(({ id }) => id);
}

const columns = [
  'photos',
  'usablePhotos',
  'pendingPhotos',
  'lastEvidenceAt',
  'checks',
  'answered',
  'critical',
  'criticalAnswered',
  'notApplicable',
  'requirements',
  'requirementsMet',
  'openFindings',
  'openCritical',
  'openHigh',
  'openMedium',
  'openLow',
  'worst',
  'score',
] as const;
const excluded = Object.fromEntries(
  columns.map((name) => [name, sql`excluded.${sql.identifier(scopeFigures[name].name)}`]),
);

const replacing = { target: scopeFigures.scopeId, set: { version: scoringVersion, ...excluded } };

const rowOf = (scopeId: string, { coverage, openOf, photoCount: _photos, ...figures }: Figures): Row => ({
  scopeId,
  version: scoringVersion,
  ...coverage,
  ...figures,
  openCritical: openOf.critical,
  openHigh: openOf.high,
  openMedium: openOf.medium,
  openLow: openOf.low,
});

/** Stores figures that were counted under the lock; there has to be at least one. */
export const save = (tx: Executor, counted: ReadonlyMap<string, Figures>) =>
  tx
    .insert(scopeFigures)
    .values([...counted].map(([scopeId, figures]) => rowOf(scopeId, figures)))
    .onConflictDoUpdate(replacing);

/** The same for one scope, as a part of a statement. */
export function saveOf(scopeId: string, figures: Figures): Write {
  const row = rowOf(scopeId, figures);
  const names = Object.keys(row) as (keyof Row)[];
  return {
    shape: `figures ${names.join(' ')}`,
    build: (tx, placeOf) => tx.insert(scopeFigures).values(placesOf(names, placeOf)).onConflictDoUpdate(replacing),
    values: encodedRow(scopeFigures, row),
  };
}

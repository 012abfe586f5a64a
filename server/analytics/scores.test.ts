import { randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findingCategories, severities } from '#contract/finding-categories.ts';
import { scoreArea, worstOf } from '#server/analysis/scoring.rules.ts';
import { inspectionAreas } from '#server/schema/areas.tables.ts';
import { checklistAnswers, checklistItems } from '#server/schema/checklists.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { noCoverage } from '#contract/coverage.ts';
import { openFindingStatuses } from '#contract/findings.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { photos } from '#server/schema/photos.tables.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { users } from '#server/schema/users.tables.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { scoresOf } from './scores.repository.ts';

let database: TestDatabase;
const [userId, propertyId] = [randomUUID(), randomUUID()];
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.insert(users).values({ id: userId, username: 'u', email: 'u@example.com', password: 'x' });
  await database.db
    .insert(properties)
    .values({ id: propertyId, name: 'P', address: 'a', city: 'c', state: 's', zipCode: 'z', propertyType: 'hotel' });
});
afterAll(() => database.drop());

const photosOfEach = 3;
const findingOf = fc.record({
  severity: fc.constantFrom(...severities),
  // Few of them, so that defects meet in one category; of each dimension some.
  category: fc.constantFrom(...findingCategories.slice(0, 6), 'pest' as const, 'trip_hazard' as const),
  confidence: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
  source: fc.constantFrom('ai' as const, 'person' as const),
  photo: fc.option(fc.integer({ min: 0, max: photosOfEach - 1 })),
  status: fc.constantFrom('pending', 'confirmed', 'dismissed', 'resolved'),
});

/** With a photo or none, usable or not, and so many checks answered, the critical ones first. */
const sessionOf = fc.record({
  pictured: fc.boolean(),
  usable: fc.boolean(),
  answered: fc.oneof(fc.constant(12), fc.integer({ min: 0, max: 12 })),
  findings: fc.array(findingOf, { maxLength: 14 }),
});

it('SQL and the rules count the same score from the same findings', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sessionOf, { minLength: 20, maxLength: 40 }), async (sessions) => {
      const ids = sessions.map(() => randomUUID());
      const photoIds = ids.map(() => Array.from({ length: photosOfEach }, () => randomUUID()));
      await database.db
        .insert(inspections)
        .values(ids.map((id) => ({ id, userId, propertyId, sessionId: id, propertyName: 'P', area: 'Lobby' })));
      const pictured = ids.filter((_, index) => sessions[index]?.pictured);
      if (pictured.length > 0) {
        await database.db.insert(photos).values(
          pictured.flatMap((inspectionId) =>
            (photoIds[ids.indexOf(inspectionId)] ?? []).map((id) => ({
              id,
              inspectionId,
              userId,
              filename: 'a',
              storageKey: id,
              contentType: 'image/jpeg',
              bytes: 1,
              category: 'lobby' as const,
              analysisStatus: sessions[ids.indexOf(inspectionId)]?.usable ? ('off' as const) : ('failed' as const),
              sha256: id.replaceAll('-', '').repeat(2),
            })),
          ),
        );
      }
      const rows = sessions.flatMap(({ findings, pictured: has }, index) =>
        findings.map(({ confidence, photo, status, ...finding }) => ({
          ...finding,
          inspectionId: ids[index],
          photoId: has && photo !== null ? photoIds[index]?.[photo] : null,
          aiConfidence: confidence.toFixed(2),
          status: status as (typeof openFindingStatuses)[number],
          title: 't',
          description: 'd',
          recommendedAction: 'r',
        })),
      );
      if (rows.length > 0) await database.db.insert(findings).values(rows);

      const items = await database.db
        .select({ id: checklistItems.id, critical: checklistItems.critical })
        .from(checklistItems)
        .innerJoin(inspectionAreas, eq(inspectionAreas.id, checklistItems.areaId))
        .where(eq(inspectionAreas.code, 'lobby'))
        .orderBy(desc(checklistItems.critical));
      const answersOf = (index: number) => items.slice(0, sessions[index]?.answered);
      const answers = ids.flatMap((inspectionId, index) =>
        answersOf(index).map(({ id: itemId }) => ({ inspectionId, itemId, userId, result: 'pass' as const })),
      );
      if (answers.length > 0) await database.db.insert(checklistAnswers).values(answers);

      const scored = sql`select id as key, area_session_id, id as inspection_id from inspections
          where id = any(${`{${ids.join(',')}}`}::uuid[])`;
      const counted = await database.db.execute(scoresOf(scored));
      const found = new Map(counted.rows.map((row) => [row['key'], [row['score'], row['worst']]]));
      const expected = sessions.map((session, index) => {
        const open = rows.filter((row) => row.inspectionId === ids[index] && openFindingStatuses.includes(row.status));
        const coverage = {
          ...noCoverage,
          checks: items.length,
          answered: answersOf(index).length,
          critical: items.filter(({ critical }) => critical).length,
          criticalAnswered: answersOf(index).filter(({ critical }) => critical).length,
          photos: session.pictured ? photosOfEach : 0,
          usablePhotos: session.pictured && session.usable ? photosOfEach : 0,
        };
        const scored = open.map((row) => ({
          ...row,
          confidence: Number(row.aiConfidence),
          confirmed: row.status === 'confirmed',
        }));
        return [scoreArea(scored, coverage)?.overall ?? null, worstOf(open)];
      });
      expect(ids.map((id) => found.get(id))).toEqual(expected);
    }),
    { numRuns: 12 },
  );
});

import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findingCategories, severities } from '#contract/finding-categories.ts';
import { scoreArea } from '#server/analysis/scoring.rules.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
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

it('SQL and the rules count the same score from the same findings', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ pictured: fc.boolean(), findings: fc.array(findingOf, { maxLength: 14 }) }), {
        minLength: 20,
        maxLength: 40,
      }),
      async (sessions) => {
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

        const holders = sql`select id as key, area_session_id, id as inspection_id from inspections
          where id = any(${`{${ids.join(',')}}`}::uuid[])`;
        const counted = await database.db.execute(scoresOf(holders));
        const found = new Map(counted.rows.map((row) => [row['key'], row['score']]));
        const expected = sessions.map((session, index) => {
          const open = rows.filter(
            (row) => row.inspectionId === ids[index] && openFindingStatuses.includes(row.status),
          );
          const score = scoreArea(open.map((row) => ({ ...row, confidence: Number(row.aiConfidence) }))).overall;
          return session.pictured ? score : null;
        });
        expect(ids.map((id) => found.get(id))).toEqual(expected);
      },
    ),
    { numRuns: 12 },
  );
});

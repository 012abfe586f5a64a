import { createHash, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Analysis } from '#contract/analysis.ts';
import type { areaCodes } from '#contract/area-codes.ts';
import type { AnalysedPhoto } from '#server/analysis/analyser.service.ts';
import type { Evidence } from '#server/evidence/evidence.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { only } from '#server/platform/database/first.ts';
import type { Authorized } from '#server/platform/http/actor.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { keysOf } from './photos.rules.ts';
import { photos, type PhotoRow } from './photos.tables.ts';

/** A picture of a live inspection's camera that shows a finding. */
export interface Still {
  jpeg: Buffer;
  /** Its shared copies. */
  made: Pick<AnalysedPhoto, 'preview' | 'thumbnail' | 'width' | 'height'>;
  analysis: Analysis;
  filename: string;
  category: (typeof areaCodes)[number] | 'rooms';
}

export interface StillsService {
  /**
   * Keeps a still as a photo with source `live`, and runs `work` with it in one change. It was analysed already, so no
   * job does it again. The same picture a second time is the photo that is there.
   */
  keep<T>(
    userId: string,
    evidence: Authorized<Evidence>,
    still: Still,
    work: (change: Change, photo: PhotoRow) => Promise<T>,
  ): Promise<T>;
}

export function createStillsService({ storage, changes }: { storage: Storage; changes: Changes }): StillsService {
  return {
    async keep(userId, evidence, still, work) {
      const id = randomUUID();
      const keys = keysOf(id);
      const sha256 = createHash('sha256').update(still.jpeg).digest('hex');
      let kept = false;
      await storage.put(keys.original, still.jpeg, { contentType: 'image/jpeg' });
      await storage.put(keys.preview, still.made.preview, { contentType: 'image/webp' });
      await storage.put(keys.thumbnail, still.made.thumbnail, { contentType: 'image/webp' });
      try {
        const result = await changes.run(userId, async (change) => {
          const [added] = await change.tx
            .insert(photos)
            .values({
              id,
              userId: change.userId,
              areaSessionId: evidence.areaSessionId,
              inspectionId: evidence.inspectionId,
              filename: still.filename,
              storageKey: keys.original,
              contentType: 'image/jpeg',
              bytes: still.jpeg.length,
              category: still.category,
              width: still.made.width,
              height: still.made.height,
              sha256,
              source: 'live',
              takenAt: new Date(),
              aiAnalysis: still.analysis,
              analysisStatus: 'done',
              derivedAt: new Date(),
            })
            .onConflictDoNothing()
            .returning();
          if (added) {
            change.audit('photo.added', 'photo', id, { sha256, bytes: still.jpeg.length, source: 'live' });
            change.push(
              {
                type: 'photo_changed',
                payload: { areaSessionId: evidence.areaSessionId, inspectionId: evidence.reviewId },
              },
              { users: [evidence.ownerId], admins: true },
            );
          }
          const photo = added ?? only(await change.tx.select().from(photos).where(sameContent(evidence, sha256)));
          const outcome = await work(change, photo);
          kept = added !== undefined;
          return outcome;
        });
        if (!kept) await discard(keys);
        return result;
      } catch (error) {
        await discard(keys);
        throw error;
      }
    },
  };

  async function discard(keys: ReturnType<typeof keysOf>): Promise<void> {
    for (const key of Object.values(keys)) await storage.remove(key);
  }
}

const sameContent = ({ areaSessionId, inspectionId }: Evidence, sha256: string) =>
  and(
    areaSessionId ? eq(photos.areaSessionId, areaSessionId) : eq(photos.inspectionId, inspectionId ?? ''),
    eq(photos.sha256, sha256),
  );

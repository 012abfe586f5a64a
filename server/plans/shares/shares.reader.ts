import type { SharedPlan } from '#contract/plan-shares.ts';
import type { Config } from '#server/config.ts';
import type { FindingsService } from '#server/findings/findings.service.ts';
import type { PhotosService } from '#server/photos/photos.service.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import { hashToken } from '#server/platform/auth/tokens.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { PlanShareRow } from '#server/schema/shares.tables.ts';
import { dueDateOf } from '../due-dates.rules.ts';
import { findingIdsOf } from '../grouping.rules.ts';
import { listItems } from '../items.repository.ts';
import { findById, listWithSharedItems, type PlanContext } from '../plans.repository.ts';
import { costLines, costLinesOfVersion, isPending, planFigures } from '../plans.rules.ts';
import * as errors from './shares.errors.ts';
import * as repository from './shares.repository.ts';
import { countedLines, toSharedPlan, type Shown, type ShownEvidence } from './shares.rules.ts';
import { listVersions } from '../versions/versions.repository.ts';
import { versionLines } from '../versions/versions.rules.ts';
import { shows } from '../workflow.rules.ts';

export interface ShareReaderDeps {
  db: Database;
  config: Pick<Config, 'mode'>;
  limits: Limits;
  findings: Pick<FindingsService, 'viewByIds'>;
  photos: Pick<PhotosService, 'previewOf'>;
}

/** Shows plans to people who have a link and no account. */
export interface ShareReader {
  /** What a link shows, counted as a view. Throws 404 for every token that does not work, 429 for too many of them. */
  open(token: unknown, network: string): Promise<SharedPlan>;
  /** A photo of a line that the link shows, without its metadata. */
  photo(token: unknown, photoId: string, network: string): Promise<Buffer>;
}

export function createShareReader(deps: ShareReaderDeps): ShareReader {
  const { config, db, limits } = deps;

  async function find(token: unknown, network: string): Promise<{ share: PlanShareRow; context: PlanContext }> {
    const share =
      typeof token === 'string' && token ? await repository.findOpenShare(db, config.mode, hashToken(token)) : null;
    const context = share && (await findById(db, share.pipReportId));
    if (!share || !context) {
      await limits.wrongShareTokens.consume(network);
      throw errors.shareLinkInvalid();
    }
    await limits.shareReads.consume(share.id);
    return { share, context };
  }

  /** The lines of the version that the link names, or of the current plan, with their evidence. */
  async function shownBy({ plan }: PlanContext, share: PlanShareRow): Promise<Shown & { evidence: ShownEvidence }> {
    const items = await listItems(db, [plan.id]);
    const sent = await listVersions(db, [plan.id]);
    const version = sent.find(({ number }) => number === share.version) ?? null;
    if (share.version !== null && !version) throw errors.shareLinkInvalid();
    const figures = planFigures(items, plan.settings);
    const lines = version?.lines ?? versionLines(items, figures.startDays);
    const counted = countedLines(lines);
    const works = counted.reduce((sum, { cost }) => sum + cost, 0);
    const isShown = new Set(counted.map(({ itemId }) => itemId));
    const shown = items.filter(({ id }) => isShown.has(id));
    const findings = await deps.findings.viewByIds(shown.flatMap(findingIdsOf));
    const accepted = plan.approvedAt && (version === null || version.acceptedAt);
    const sharing = accepted ? await listWithSharedItems(db, [plan]) : [];
    return {
      lines,
      version,
      totalCost: version?.totalCost ?? plan.totalCost,
      costLines: version
        ? costLinesOfVersion({ works, total: version.totalCost }, version.overheads)
        : costLines(figures, plan.settings),
      wasSent: sent.length > 0,
      pendingItems: items.filter(isPending).length,
      estimatedDays: version?.estimatedDays ?? plan.estimatedDays,
      evidence: {
        items: new Map(shown.map((item) => [item.id, item])),
        dueDates: new Map(
          accepted
            ? shown.map((item) => [
                item.id,
                dueDateOf(
                  item,
                  sharing.filter((each) => shows(each, item)),
                ),
              ])
            : [],
        ),
        findings: new Map(
          shown.map((item) => [
            item.id,
            findingIdsOf(item)
              .map((id) => findings.get(id))
              .filter((finding) => finding !== undefined),
          ]),
        ),
      },
    };
  }

  return {
    async open(token, network) {
      const { share, context } = await find(token, network);
      const { evidence, ...shown } = await shownBy(context, share);
      await repository.updateViews(db, share.id);
      return toSharedPlan(context, share, shown, evidence);
    },

    async photo(token, photoId, network) {
      const { share, context } = await find(token, network);
      const { evidence } = await shownBy(context, share);
      const isShown = [...evidence.findings.values()].some(([finding]) => finding?.photoId === photoId);
      const picture = isShown ? await deps.photos.previewOf(photoId) : null;
      if (!picture) throw errors.shareLinkInvalid();
      return picture;
    },
  };
}

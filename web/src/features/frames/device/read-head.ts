import { learnedHeadSchema } from '#contract/learning.ts';
import { toSurfaceModel, type SurfaceModel } from '#contract/vision/surface-model.ts';
import type { ModelFiles } from './messages.ts';

/** How long the server may take to name the learned head, in ms. */
const patience = 10_000;

async function jsonOf(address: string, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}

/** Null where there is none, or it cannot be had now or read. */
async function learnedModel(address: string): Promise<SurfaceModel | null> {
  try {
    const { head } = learnedHeadSchema.parse(await jsonOf(address, AbortSignal.timeout(patience)));
    return head && toSurfaceModel(head);
  } catch (error) {
    console.warn('The head that ships is used, because the learned one could not be read', error);
    return null;
  }
}

/** The head for damage that this installation uses; the one that ships where it has learned none or none can be had. */
export async function readHead({ head, learned }: Pick<ModelFiles, 'head' | 'learned'>): Promise<SurfaceModel> {
  // The one that ships is fetched in any case, so that it is kept for a time without a connection.
  const [shipped, own] = await Promise.all([jsonOf(head), learnedModel(learned)]);
  return own ?? toSurfaceModel(shipped);
}

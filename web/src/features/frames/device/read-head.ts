import { learnedHeadSchema } from '#contract/learning.ts';
import { toSurfaceModel, type SurfaceModel } from '#contract/vision/surface-model.ts';
import type { ModelFiles } from './messages.ts';

/** How long, in ms, to wait for the learned head. */
const learnedHeadTimeout = 10_000;

async function jsonOf(address: string, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}

/** The model with the learned head; null when there is none, or it cannot be loaded or parsed. */
async function learnedModel(address: string): Promise<SurfaceModel | null> {
  try {
    const { head } = learnedHeadSchema.parse(await jsonOf(address, AbortSignal.timeout(learnedHeadTimeout)));
    return head && toSurfaceModel(head);
  } catch (error) {
    console.warn('The head that ships is used, because the learned one could not be read', error);
    return null;
  }
}

/** The model with the learned head of this installation, or with the shipped head when there is no learned one. */
export async function readHead({ head, learned }: Pick<ModelFiles, 'head' | 'learned'>): Promise<SurfaceModel> {
  // The shipped head is always fetched, so that the service worker caches it for use without a connection.
  const [shipped, own] = await Promise.all([jsonOf(head), learnedModel(learned)]);
  return own ?? toSurfaceModel(shipped);
}

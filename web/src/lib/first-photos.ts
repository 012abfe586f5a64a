import { keptByAddress } from '#web/lib/kept-by-address.ts';

/** A photo of the last visit with its place in the page, in pixels. */
export interface FirstPhoto {
  src: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** inline/load.js reads the same name. The places are those in a window of this width. */
const kept = keptByAddress<{ width: number; photos: FirstPhoto[] }>('innspect.first-photos');

/** The newest photos of an area, so that its next visit shows them before the app runs. */
export const firstPhotos = {
  /** What inline/load.js shows; a photo that is gone, or that this person may not see, is not there. */
  shown: (): readonly FirstPhoto[] => (globalThis as { shownPhotos?: FirstPhoto[] }).shownPhotos ?? [],
  /** Keeps the pictures in the window that the server has. */
  keep(images: Iterable<HTMLImageElement>): void {
    if (scrollY > 0) return;
    const photos = Array.from(images, (image) => {
      const { left, top, width, height } = image.getBoundingClientRect();
      return { src: image.getAttribute('src') ?? '', left, top, width, height };
    });
    kept.keep({ width: innerWidth, photos: photos.filter(({ src, top }) => src.startsWith('/') && top < innerHeight) });
  },
  forget: kept.forget,
};

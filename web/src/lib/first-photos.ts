import { keepByAddress } from '#web/lib/keep-by-address.ts';

/** Keeps the photos of an area that its window shows unscrolled, so that its next visit shows them before the app runs (inline/theme.js). */
export function keepFirstPhotos(images: Iterable<HTMLImageElement>): void {
  const photos = Array.from(images, (image) => {
    const { left, top, width, height } = image.getBoundingClientRect();
    return { src: image.getAttribute('src') ?? '', left, top: top + scrollY, width, height };
  });
  // Those that only this device has yet have no address of the server.
  const shown = photos.filter(({ src, top }) => src.startsWith('/') && top < innerHeight);
  keepByAddress('photos', { width: innerWidth, photos: shown });
}

import { firstPhotos } from '#web/lib/first-photos.ts';

/** The photos of the first paint, until the screen shows them itself. inline/load.js puts them here before the app runs. */
export function FirstPhotos() {
  return (
    <div data-first-photos="" aria-hidden="true">
      {firstPhotos.shown().map(({ src, ...place }) => (
        <img key={src} src={src} alt="" decoding="sync" className="absolute rounded-card object-cover" style={place} />
      ))}
    </div>
  );
}

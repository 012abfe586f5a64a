const { firstPhotos = [] } = globalThis as { firstPhotos?: HTMLImageElement[] };

const show = (place: HTMLElement | null): void => place?.append(...firstPhotos);
const showOnce = (place: HTMLElement | null) => {
  show(place);
  return () => void firstPhotos.splice(0);
};

/**
 * The photos of the last visit in the first paint (inline/theme.js), until the screen shows them itself. `last` where nothing may show
 * them afterwards: neither another area that loads, nor a session that ends.
 */
export const FirstPhotos = ({ last = false }) => <div data-first-photos="" ref={last ? showOnce : show} />;

interface ShotStripProps {
  /** Addresses of the latest photos, the newest first. */
  previews: readonly string[];
  /** How many photos were taken in all. */
  count: number;
  /** The photo that lies over the camera. */
  shown: string | null;
  onShow: (preview: string | null) => void;
}

/** The photos that were just taken; a press shows one over the camera. */
export function ShotStrip({ previews, count, shown, onShow }: ShotStripProps) {
  if (previews.length === 0) return null;
  return (
    <ul aria-label="Photos taken" className="flex gap-2 overflow-x-auto px-4 pt-3">
      {previews.map((preview, index) => (
        <li key={preview} className="shrink-0">
          <button
            type="button"
            aria-label={`Look at photo ${count - index}`}
            aria-pressed={shown === preview}
            className="block rounded-control border-2 border-white/70 focus-visible:outline-white aria-pressed:border-white"
            onClick={() => onShow(shown === preview ? null : preview)}
          >
            <img
              src={preview}
              alt={index === 0 ? 'Latest shot' : ''}
              className="size-12 animate-rise rounded-[6px] object-cover"
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** One of them in place of the camera's picture. */
export function ShotView({ shown, onBack }: { shown: string; onBack: () => void }) {
  return (
    <button
      type="button"
      aria-label="Back to the camera"
      className="absolute inset-0 bg-black focus-visible:outline-white"
      onClick={onBack}
    >
      <img src={shown} alt="Taken just now" className="size-full object-contain" />
    </button>
  );
}

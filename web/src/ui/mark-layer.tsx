import { useId } from 'react';
import { t } from '#contract/language.ts';
import type { PhotoMark } from '#contract/photo-marks.ts';

/** A blue that no severity uses. The PDF reports use the same color. */
export const markColor = '#1769e0';
const percent = (fraction: number) => `${fraction * 100}%`;

/** Places a text to the right of its point, or to the left of a point near the right edge. */
const textPlace = ({ x, y }: { x: number; y: number }) => ({
  top: `min(${percent(y)}, 100% - 1.5rem)`,
  ...(x > 0.6 ? { right: percent(1 - x), maxWidth: percent(x) } : { left: percent(x), maxWidth: percent(1 - x) }),
});

function ArrowHead({ id, width, color }: { id: string; width: number; color: string }) {
  return (
    <marker
      id={id}
      viewBox="-17 -12 20 24"
      refX="0"
      refY="0"
      markerWidth={20}
      markerHeight={24}
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      <path
        d="M-12 -7 L0 0 L-12 7"
        fill="none"
        stroke={color}
        strokeWidth={width}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </marker>
  );
}

/** Draws people's marks over a picture. The frame must have exactly the position and size of the picture. */
export function MarkLayer({ marks }: { marks: readonly PhotoMark[] }) {
  const id = useId();
  return (
    <span className="pointer-events-none absolute inset-0 block">
      <svg aria-hidden="true" className="absolute inset-0 size-full overflow-hidden">
        {/* A white line around the colored one keeps it visible on any picture. */}
        {[
          { name: `${id}-white`, width: 6, color: '#ffffff' },
          { name: `${id}-color`, width: 3, color: markColor },
        ].map(({ name, width, color }) => (
          <g key={name} fill="none" stroke={color} strokeWidth={width} strokeLinecap="round">
            <defs>
              <ArrowHead id={name} width={width} color={color} />
            </defs>
            {marks.map((mark) => {
              if (mark.kind === 'circle') {
                const { x, y, width: across, height: down } = mark.box;
                return (
                  <ellipse
                    key={mark.id}
                    cx={percent(x + across / 2)}
                    cy={percent(y + down / 2)}
                    rx={percent(across / 2)}
                    ry={percent(down / 2)}
                  />
                );
              }
              if (mark.kind === 'text') return null;
              return (
                <line
                  key={mark.id}
                  x1={percent(mark.from.x)}
                  y1={percent(mark.from.y)}
                  x2={percent(mark.to.x)}
                  y2={percent(mark.to.y)}
                  markerEnd={`url(#${name})`}
                />
              );
            })}
          </g>
        ))}
      </svg>
      {marks.map(
        (mark) =>
          mark.kind === 'text' && (
            <span
              key={mark.id}
              className="absolute w-max truncate rounded-[4px] px-1.5 text-small leading-6 font-semibold text-white outline-1 outline-white"
              style={{ ...textPlace(mark.at), background: markColor }}
            >
              {mark.text || t('Text')}
            </span>
          ),
      )}
    </span>
  );
}

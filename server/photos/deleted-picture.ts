const size = { width: 400, height: 300 } as const;
const [paper, line] = [0xe4, 0x8a];
const frame = { left: 140, right: 260, top: 105, bottom: 195 } as const;

/** Whether a pixel belongs to the frame or to the stroke through it. */
function isDrawn(x: number, y: number): boolean {
  const beside = Math.max(frame.left - x, x - frame.right, frame.top - y, y - frame.bottom);
  const fromStroke = Math.abs((x - size.width / 2) * 0.75 - (y - size.height / 2));
  return Math.abs(beside) <= 3 || (beside < 25 && fromStroke <= 4);
}

async function draw(): Promise<Buffer> {
  const pixels = Buffer.alloc(size.width * size.height, paper);
  for (let y = 0; y < size.height; y += 1)
    for (let x = 0; x < size.width; x += 1) if (isDrawn(x, y)) pixels[y * size.width + x] = line;
  const { default: sharp } = await import('sharp');
  return sharp(pixels, { raw: { ...size, channels: 1 } })
    .webp()
    .toBuffer();
}

let drawn: Promise<Buffer> | null = null;

/** The placeholder for a photo whose files were deleted after their retention period: a crossed-out frame, as WebP. */
export const deletedPicture = (): Promise<Buffer> => (drawn ??= draw());

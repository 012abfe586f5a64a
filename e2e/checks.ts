import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Locator, Page } from '@playwright/test';
import { expect } from './story.ts';

declare global {
  interface Window {
    axe?: { run(context: Document | Element, options: RunOptions): Promise<AxeResults> };
  }
}

const axeSource = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const checked = {
  everything: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  colors: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} satisfies Record<string, RunOptions['runOnly']>;

/**
 * Returns the violations that axe finds on a page or in part of it. axe is injected into the page instead of using
 * its Playwright package, which loads it for each check and opens another page to merge the results of frames.
 */
async function violationsOf(
  page: Page,
  what: keyof typeof checked,
  part: Locator = page.locator('html'),
): Promise<AxeResults['violations']> {
  expect(page.frames(), 'frames, which are not looked into').toHaveLength(1);
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axeSource);
  // Passing rules are left out, because describing them takes most of the time.
  const options: RunOptions = { runOnly: checked[what], resultTypes: ['violations'] };
  return part.evaluate(async (root, given) => {
    if (!window.axe) throw new Error('axe is not loaded');
    // Rules about whole pages are checked only for a document.
    return (await window.axe.run(root === document.documentElement ? document : root, given)).violations;
  }, options);
}

/** Expects no violation of WCAG 2.2 AA that axe can find; the message names the page and the elements. */
export async function expectAccessible(
  page: Page,
  what: keyof typeof checked = 'everything',
  part?: Locator,
): Promise<void> {
  // Waits for the theme transition, during which the colors have the contrast of neither theme.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((each) => each.effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((each) => each.finished));
  });
  // axe reports content under a sticky bar as covered, although it can be scrolled into view.
  const loose = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.sticky { position: static !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return sheet;
  });
  const violations = await violationsOf(page, what, part);
  await loose.evaluate((sheet) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  });
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
  );
  expect.soft(faults, `${new URL(page.url()).pathname} at ${page.viewportSize()?.width} px`).toEqual([]);
}

/** Ranges of hues in degrees. */
const hues = { red: [-20, 25], yellow: [35, 70], green: [90, 165] } as const;

/** Expects this color for the text, background or border of an element, whatever its classes are. */
export async function expectColor(
  element: Locator,
  color: keyof typeof hues,
  property: 'color' | 'background-color' | 'border-top-color' = 'color',
): Promise<void> {
  const hue = () =>
    element.evaluate((node, name) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      if (!canvas) throw new Error('The browser draws nothing');
      canvas.fillStyle = getComputedStyle(node).getPropertyValue(name);
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      const most = Math.max(red, green, blue);
      const range = most - Math.min(red, green, blue);
      if (range < 6) return null;
      if (most === red) return (60 * (green - blue)) / range;
      return most === green ? 60 * (2 + (blue - red) / range) : 60 * (4 + (red - green) / range);
    }, property);
  const [from, to] = hues[color];
  await expect
    .poll(async () => {
      const degrees = await hue();
      return degrees !== null && degrees >= from && degrees <= to ? color : `hue ${degrees}`;
    })
    .toBe(color);
}

/** Expects that nothing has to be scrolled sideways to be read (WCAG 1.4.10). */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect
    .configure({ soft: true, timeout: 3000 })
    .poll(excess, { message: `${new URL(page.url()).pathname} at ${page.viewportSize()?.width} px` })
    .toBeLessThanOrEqual(0);
}

/** Expects no animation when reduced motion is set. */
export async function expectStill(page: Page): Promise<void> {
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running' && animation.effect?.getTiming().iterations === Infinity)
      .map((animation) => (animation.effect instanceof KeyframeEffect ? animation.effect.target?.outerHTML : '')),
  );
  expect.soft(moving, `what moves on ${new URL(page.url()).pathname}`).toEqual([]);
}

/**
 * Checks the page, or part of it, dark on a desktop and light on a phone, then at a width of 320 px and at 200% zoom. A
 * theme changes only colors and a width only the layout, so the other two pairs would show nothing new.
 */
export async function expectAccessibleEverywhere(page: Page, part?: Locator): Promise<void> {
  await expectStill(page);
  for (const [width, colorScheme] of [
    [1440, 'dark'],
    [390, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await expectAccessible(page, 'everything', part);
  }
  // 640 px equals a desktop of 1280 px at 200% zoom.
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
}

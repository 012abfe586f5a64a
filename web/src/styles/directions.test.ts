import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');

/** Drawn on photos, whose left and right are the same in every language. */
const onPictures = /[\\/](box-editor|compare-photos)\.tsx$/;
/** Half of the width, less half of its own: the middle, in both directions. */
const isCentered = (name: string): boolean => /^-?(left|right)-1\/[23]$/.test(name);
const physical =
  /(?<![\w-])-?(?:(?:left|right|m[lr]|p[lr]|scroll-[mp][lr]|border-[lr]|rounded-(?:[lr]|[tb][lr]))-[\w[(./%-]+|(?:border-[lr]|rounded-[lr]|text-left|text-right|float-left|float-right)(?![\w-]))/g;

/** The class names of a file that name left or right. */
export function physicalClasses(text: string): string[] {
  const classes = text
    .split('\n')
    .filter((line) => !/^\s*(import |\/\/|\*|\/\*)/.test(line) && !line.includes('origin-top-left'));
  return classes.flatMap((line) => line.match(physical) ?? []).filter((name) => !isCentered(name));
}

it('class names say start and end, so that the pages can be read from right to left', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.includes('.test.') && !onPictures.test(`/${name}`))
    .map((name) => [name, physicalClasses(readFileSync(join(source, name), 'utf8'))] as const);
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter(([, found]) => found.length > 0)).toEqual([]);
});

it.each([
  '<i className="ml-2" />',
  "cn('md:right-0')",
  '<b className="-left-3 text-right" />',
  'const a = "rounded-tl-card"',
])('finds what says left or right: %s', (code) => expect(physicalClasses(code)).not.toEqual([]));

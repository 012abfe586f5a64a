import { readFile } from 'node:fs/promises';
import { PDFiumModule } from '@hyzyla/pdfium';
import { PhotoRejected } from '../analysis.errors.ts';
import type { Character } from './layout.rules.ts';

/** Functions of PDFium that the package contains and its types do not list; they return 0 on failure. */
interface UntypedFunctions {
  _FPDFPage_GetRotation(page: number): number;
  _FPDFText_IsGenerated(text: number, index: number): number;
  _FPDFText_GetLooseCharBox(text: number, index: number, rectangle: number): number;
  _FPDFText_GetCharOrigin(text: number, index: number, x: number, y: number): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
}
type Pdfium = Awaited<ReturnType<typeof PDFiumModule>> & UntypedFunctions;

/** The memory limit of PDFium in bytes; a document that needs more is rejected. */
const memoryBytes = 384 * 1024 * 1024;
/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY. */
const lockedErrors = new Set([4, 5]);
/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER: with stamps and filled-in fields, as RGBA. */
const renderFlags = 0x01 | 0x10;
const rgba = 4;

const binary = new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'));
let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Starts a new PDFium for each document, which takes a few milliseconds, so that documents cannot affect each other. It
 * has no file system, no JavaScript engine for scripts in a document, and at most `memoryBytes` of memory.
 */
async function start(): Promise<Pdfium> {
  compiled ??= readFile(binary).then((bytes) => WebAssembly.compile(bytes));
  const module = await compiled;
  const options = {
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: never) => void): WebAssembly.Exports {
      const grow = imports['env']?.['emscripten_resize_heap'];
      const capped = (size: number): number =>
        typeof grow === 'function' && size >>> 0 <= memoryBytes ? Number(grow(size)) : 0;
      const env = { ...imports['env'], emscripten_resize_heap: capped };
      const instance = new WebAssembly.Instance(module, { ...imports, env });
      // The library's types wrongly declare an instance as a module.
      done(instance as never);
      return instance.exports;
    },
    print: () => undefined,
    printErr: () => undefined,
  };
  const pdfium = (await PDFiumModule(options)) as Pdfium;
  pdfium._FPDF_InitLibraryWithConfig({ version: 2 });
  return pdfium;
}

export interface PdfPage {
  /** In points, 1/72 inch. */
  width: number;
  height: number;
  /** Upright RGBA on white, width x height pixels. */
  render(width: number, height: number): Uint8Array;
  text(): string;
  /** The characters with their places, for an upright page; null for a turned one. */
  characters(): Character[] | null;
}

export interface PdfFile {
  pageCount: number;
  /** Calls `use` with the page at an index starting at 0, and closes the page afterwards. */
  page<T>(index: number, use: (page: PdfPage) => T): T;
}

function pageOf(pdfium: Pdfium, handle: number): PdfPage {
  const { malloc, free } = pdfium.wasmExports;
  const [width, height] = [pdfium._FPDF_GetPageWidth(handle), pdfium._FPDF_GetPageHeight(handle)];
  function reserve(bytes: number): number {
    const pointer = malloc(bytes);
    if (pointer === 0) throw new PhotoRejected('too_complex');
    return pointer;
  }
  return {
    width,
    height,
    render(columns, rows) {
      const bytes = columns * rows * rgba;
      const pointer = reserve(bytes);
      const bitmap = pdfium._FPDFBitmap_CreateEx(columns, rows, rgba, pointer, columns * rgba);
      if (bitmap === 0) throw new PhotoRejected('too_complex');
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, 0xffffffff);
      pdfium._FPDF_RenderPageBitmap(bitmap, handle, 0, 0, columns, rows, 0, renderFlags);
      const pixels = pdfium.HEAPU8.slice(pointer, pointer + bytes);
      pdfium._FPDFBitmap_Destroy(bitmap);
      free(pointer);
      return pixels;
    },
    text() {
      const text = pdfium._FPDFText_LoadPage(handle);
      if (text === 0) return '';
      const count = Math.max(0, pdfium._FPDFText_CountChars(text));
      const pointer = reserve((count + 1) * 2);
      // The length includes the terminating zero.
      const length = Math.max(1, pdfium._FPDFText_GetText(text, 0, count, pointer));
      const characters = pdfium.HEAPU8.slice(pointer, pointer + (length - 1) * 2);
      free(pointer);
      pdfium._FPDFText_ClosePage(text);
      return new TextDecoder('utf-16le').decode(characters);
    },
    characters() {
      if (pdfium._FPDFPage_GetRotation(handle) !== 0) return null;
      const text = pdfium._FPDFText_LoadPage(handle);
      if (text === 0) return [];
      // An origin of two doubles, and a rectangle of four floats: left, top, right, bottom.
      const pointer = reserve(32);
      const found: Character[] = [];
      for (let index = 0; index < pdfium._FPDFText_CountChars(text); index += 1) {
        // Generated ones are PDFium's guess at spaces and line ends, for which the places serve better.
        if (pdfium._FPDFText_IsGenerated(text, index) === 1) continue;
        if (!pdfium._FPDFText_GetLooseCharBox(text, index, pointer + 16)) continue;
        if (!pdfium._FPDFText_GetCharOrigin(text, index, pointer, pointer + 8)) continue;
        const view = new DataView(pdfium.HEAPU8.buffer, pointer, 32);
        const [left, top, right, bottom] = [16, 20, 24, 28].map((at) => view.getFloat32(at, true)) as [
          number,
          number,
          number,
          number,
        ];
        const code = pdfium._FPDFText_GetUnicode(text, index);
        if (code > 0x10_ff_ff || !(top > bottom)) continue;
        const height = top - bottom;
        found.push({ text: String.fromCodePoint(code), left, right, baseline: view.getFloat64(8, true), height });
      }
      free(pointer);
      pdfium._FPDFText_ClosePage(text);
      return found;
    },
  };
}

/**
 * Calls `use` with an opened PDF. Throws PhotoRejected: locked, unreadable, or too_complex when PDFium gives up. It is
 * synchronous and may take long, so call it in a worker with a time limit.
 */
export async function withPdf<T>(file: Uint8Array, use: (pdf: PdfFile) => T): Promise<T> {
  const pdfium = await start();
  // The whole instance is discarded afterwards, so only each page's memory must be freed here.
  try {
    const pointer = pdfium.wasmExports.malloc(file.length);
    if (pointer === 0) throw new PhotoRejected('too_complex');
    pdfium.HEAPU8.set(file, pointer);
    const document = pdfium._FPDF_LoadMemDocument(pointer, file.length, 0);
    if (document === 0)
      throw new PhotoRejected(lockedErrors.has(pdfium._FPDF_GetLastError()) ? 'locked' : 'unreadable');
    return use({
      pageCount: pdfium._FPDF_GetPageCount(document),
      page(index, look) {
        const handle = pdfium._FPDF_LoadPage(document, index);
        if (handle === 0) throw new PhotoRejected('unreadable');
        const result = look(pageOf(pdfium, handle));
        pdfium._FPDF_ClosePage(handle);
        return result;
      },
    });
  } catch (error) {
    throw error instanceof PhotoRejected ? error : new PhotoRejected('too_complex', error);
  }
}

/** The part of WebAssembly that starting PDFium needs; Node's types only declare its modules. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;
  type Exports = Record<string, unknown>;
  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: Exports;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}

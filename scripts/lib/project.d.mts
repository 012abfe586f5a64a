export declare const root: string;
export declare const projectNode: string;
export declare const drizzleImports: string;
export declare const serverFlags: string[];
export declare function ensureInstalled(): void;
export declare function ensureWebBuilt(): void;
